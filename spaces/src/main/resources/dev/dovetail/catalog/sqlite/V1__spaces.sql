-- Spaces, their versions, and the segment files that hold their rows.

CREATE TABLE space (
  -- Never used twice, so that a Space that was dropped and made again is another Space.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE space_version (
  space_id INTEGER NOT NULL REFERENCES space (id),
  version INTEGER NOT NULL CHECK (version >= 1),
  -- An Arrow schema message.
  arrow_schema BLOB NOT NULL,
  -- Positions in the schema, from 0, separated by commas.
  key_columns TEXT NOT NULL,
  row_count INTEGER NOT NULL CHECK (row_count >= 0),
  byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
  -- ISO 8601, UTC.
  committed_at TEXT NOT NULL,
  operation TEXT NOT NULL,
  session_id TEXT,
  PRIMARY KEY (space_id, version)
) STRICT, WITHOUT ROWID;

-- A segment belongs to the versions first_version to last_version of its Space (without end if that
-- is NULL), so an append adds one row here however many segments there are already.
CREATE TABLE segment (
  file TEXT NOT NULL PRIMARY KEY,
  space_id INTEGER NOT NULL REFERENCES space (id),
  -- Orders the segments of a version; a segment that an upsert rewrites keeps its place.
  place INTEGER NOT NULL CHECK (place >= 0),
  first_version INTEGER NOT NULL,
  last_version INTEGER CHECK (last_version >= first_version),
  row_count INTEGER NOT NULL CHECK (row_count > 0),
  byte_count INTEGER NOT NULL CHECK (byte_count > 0),
  -- CRC32C of the file.
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX segment_of_space ON segment (space_id, place);

PRAGMA application_id = 1146504532;
PRAGMA user_version = 1;
