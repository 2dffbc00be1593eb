-- Spaces, their versions, and the segment files that hold their rows: the tables of ../sqlite, and
-- what servers on several machines need. Text is compared by code point, as SQLite does.

CREATE TABLE dovetail_catalog (
  -- What the file catalog.id of the home folder says.
  id TEXT NOT NULL,
  -- The number of the last migration.
  format BIGINT NOT NULL
);

INSERT INTO dovetail_catalog (id, format) VALUES (gen_random_uuid()::text, 1);

CREATE TABLE space (
  -- Never used twice, so that a Space that was dropped and made again is another Space.
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL UNIQUE
);

CREATE TABLE space_version (
  space_id BIGINT NOT NULL REFERENCES space (id),
  version BIGINT NOT NULL CHECK (version >= 1),
  -- An Arrow schema message.
  arrow_schema BYTEA NOT NULL,
  -- Positions in the schema, from 0, separated by commas.
  key_columns TEXT NOT NULL,
  row_count BIGINT NOT NULL CHECK (row_count >= 0),
  byte_count BIGINT NOT NULL CHECK (byte_count >= 0),
  -- ISO 8601, UTC.
  committed_at TEXT NOT NULL,
  operation TEXT NOT NULL,
  session_id TEXT COLLATE "C",
  PRIMARY KEY (space_id, version)
);

-- A segment belongs to the versions first_version to last_version of its Space (without end if that
-- is NULL), so an append adds one row here however many segments there are already.
CREATE TABLE segment (
  file TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  space_id BIGINT NOT NULL REFERENCES space (id),
  -- Orders the segments of a version; a segment that an upsert rewrites keeps its place.
  place BIGINT NOT NULL CHECK (place >= 0),
  first_version BIGINT NOT NULL,
  last_version BIGINT CHECK (last_version >= first_version),
  row_count BIGINT NOT NULL CHECK (row_count > 0),
  byte_count BIGINT NOT NULL CHECK (byte_count > 0),
  -- CRC32C of the file.
  checksum BIGINT NOT NULL
);

CREATE INDEX segment_of_space ON segment (space_id, place);

-- Who writes segments now, on whichever machine: the first part of their files' names. A writer
-- whose lease has passed may be marked as dead, and publishes nothing from then on.
CREATE TABLE writer (
  name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  -- The store, one of a process, that keeps the lease alive.
  store TEXT COLLATE "C" NOT NULL,
  lease_until TIMESTAMPTZ NOT NULL,
  is_dead BOOLEAN NOT NULL DEFAULT FALSE
);

-- Segments of dropped Spaces. Their files stay for a while, since a reader on another machine may
-- have mapped them.
CREATE TABLE dropped_segment (
  file TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  dropped_at TIMESTAMPTZ NOT NULL
);
