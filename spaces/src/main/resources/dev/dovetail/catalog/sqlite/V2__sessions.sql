-- What ran: one row per run, written once, when the run ends.

CREATE TABLE session (
  id TEXT NOT NULL PRIMARY KEY,
  task_name TEXT NOT NULL,
  -- join, transform
  task_kind TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'failed')),
  error_code TEXT,
  error_message TEXT,
  error_traceback TEXT,
  -- ISO 8601, UTC, with the same number of digits in every row, so that text order is time order.
  started_at TEXT NOT NULL,
  ended_at TEXT NOT NULL,
  -- JSON, as TaskJson writes it.
  task TEXT NOT NULL,
  function_name TEXT,
  function_source TEXT,
  function_sha256 TEXT,
  -- JSON documents.
  parameters TEXT NOT NULL,
  inputs TEXT NOT NULL,
  plan TEXT NOT NULL,
  metrics TEXT NOT NULL,
  -- space or file; NULL where nothing was published.
  output_kind TEXT CHECK (output_kind IN ('space', 'file')),
  output_name TEXT,
  output_version INTEGER,
  output_rows INTEGER NOT NULL,
  match_count INTEGER NOT NULL,
  -- The file in the folder decisions, if the run left one.
  decisions_file TEXT,
  CHECK ((outcome = 'failed') = (error_code IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX session_by_start ON session (started_at, id);

PRAGMA user_version = 2;
