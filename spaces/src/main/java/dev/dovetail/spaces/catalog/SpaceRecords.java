package dev.dovetail.spaces.catalog;

import dev.dovetail.spaces.SpaceVersion;
import dev.dovetail.spaces.segment.Segment;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/// The statements about Spaces, versions and segments, inside a transaction of the caller.
public final class SpaceRecords {
  private static final String VERSIONS =
      """
      SELECT s.id, s.name, v.version, v.arrow_schema, v.key_columns, v.row_count, v.byte_count,
             v.committed_at, v.operation, v.session_id
      FROM space s JOIN space_version v ON v.space_id = s.id
      """;

  private final Connection connection;

  public SpaceRecords(Connection connection) {
    this.connection = connection;
  }

  /// The last version of each Space, by name.
  ///
  /// @param temporary whether of the temporary ones, or of all others
  public List<SpaceVersion> latest(boolean temporary) throws SQLException {
    return versions(
            "WHERE s.name "
                + (temporary ? "" : "NOT ")
                + """
                LIKE '~%'
                AND v.version = (SELECT max(version) FROM space_version WHERE space_id = s.id)
                ORDER BY s.name
                """)
        .stream()
        .map(StoredVersion::version)
        .toList();
  }

  /// All versions of a Space, the first one first.
  public List<SpaceVersion> history(String name) throws SQLException {
    return versions("WHERE s.name = ? ORDER BY v.version", name).stream()
        .map(StoredVersion::version)
        .toList();
  }

  public Optional<StoredVersion> latest(String name) throws SQLException {
    return first(versions("WHERE s.name = ? ORDER BY v.version DESC LIMIT 1", name));
  }

  public Optional<StoredVersion> find(String name, long version) throws SQLException {
    return first(versions("WHERE s.name = ? AND v.version = ?", name, version));
  }

  /// The segments of a version in the order of their rows.
  public List<StoredSegment> segments(long spaceId, long version) throws SQLException {
    List<StoredSegment> segments = new ArrayList<>();
    try (PreparedStatement select =
            prepare(
                """
                SELECT file, row_count, byte_count, checksum, place FROM segment
                WHERE space_id = ? AND first_version <= ? AND coalesce(last_version, ?) >= ?
                ORDER BY place
                """,
                spaceId,
                version,
                version,
                version);
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        segments.add(
            new StoredSegment(
                new Segment(row.getString(1), row.getLong(2), row.getLong(3), (int) row.getLong(4)),
                row.getLong(5)));
      }
    }
    return segments;
  }

  /// The segment files of all versions of all Spaces.
  public Set<String> segmentFiles() throws SQLException {
    Set<String> files = new HashSet<>();
    try (PreparedStatement select = prepare("SELECT file FROM segment");
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        files.add(row.getString(1));
      }
    }
    return files;
  }

  public long addSpace(String name) throws SQLException {
    try (PreparedStatement insert =
            prepare("INSERT INTO space (name) VALUES (?) RETURNING id", name);
        ResultSet row = insert.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  public void addVersion(long spaceId, SpaceVersion version) throws SQLException {
    execute(
        "INSERT INTO space_version VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        spaceId,
        version.version(),
        version.schema().serializeAsMessage(),
        positions(version.schema(), version.primaryKey()),
        version.rowCount(),
        version.bytes(),
        version.committedAt().toString(),
        version.operation(),
        version.sessionId());
  }

  public void addSegment(long spaceId, long version, StoredSegment stored) throws SQLException {
    Segment segment = stored.segment();
    execute(
        "INSERT INTO segment VALUES (?, ?, ?, ?, NULL, ?, ?, ?)",
        segment.file(),
        spaceId,
        stored.place(),
        version,
        segment.rowCount(),
        segment.byteCount(),
        (long) segment.checksum());
  }

  /// Ends a segment with the last version that has it.
  public void endSegment(String file, long lastVersion) throws SQLException {
    execute("UPDATE segment SET last_version = ? WHERE file = ?", lastVersion, file);
  }

  /// Removes a Space with all versions; its segments are then nobody's.
  public void drop(long spaceId) throws SQLException {
    execute("DELETE FROM segment WHERE space_id = ?", spaceId);
    execute("DELETE FROM space_version WHERE space_id = ?", spaceId);
    execute("DELETE FROM space WHERE id = ?", spaceId);
  }

  private List<StoredVersion> versions(String condition, @Nullable Object... parameters)
      throws SQLException {
    List<StoredVersion> versions = new ArrayList<>();
    try (PreparedStatement select = prepare(VERSIONS + condition, parameters);
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        Schema schema = Schema.deserializeMessage(ByteBuffer.wrap(row.getBytes(4)));
        versions.add(
            new StoredVersion(
                row.getLong(1),
                new SpaceVersion(
                    row.getString(2),
                    row.getLong(3),
                    schema,
                    names(schema, row.getString(5)),
                    row.getLong(6),
                    row.getLong(7),
                    Instant.parse(row.getString(8)),
                    row.getString(9),
                    row.getString(10))));
      }
    }
    return versions;
  }

  private static <T> Optional<T> first(List<T> rows) {
    return rows.isEmpty() ? Optional.empty() : Optional.of(rows.getFirst());
  }

  private static String positions(Schema schema, List<String> columns) {
    List<String> names = schema.getFields().stream().map(Field::getName).toList();
    return columns.stream()
        .map(column -> String.valueOf(names.indexOf(column)))
        .collect(Collectors.joining(","));
  }

  private static List<String> names(Schema schema, String positions) {
    List<String> names = new ArrayList<>();
    if (!positions.isEmpty()) {
      for (String position : positions.split(",", -1)) {
        names.add(schema.getFields().get(Integer.parseInt(position)).getName());
      }
    }
    return names;
  }

  private void execute(String sql, @Nullable Object... parameters) throws SQLException {
    Statements.update(connection, sql, parameters);
  }

  private PreparedStatement prepare(String sql, @Nullable Object... parameters)
      throws SQLException {
    return Statements.prepare(connection, sql, parameters);
  }
}
