-- Runs that servers share: submitted, taken by one server at a time, and finished once.
--
-- ${text}, ${integer} and ${strict} are what SQLite and PostgreSQL spell in two ways.

CREATE TABLE run (
  -- Also the id of the run's session.
  id ${text} NOT NULL PRIMARY KEY,
  namespace ${text} NOT NULL,
  -- Who submitted it.
  token_id ${text} NOT NULL,
  idempotency_key ${text},
  -- JSON, as it was sent.
  request TEXT NOT NULL,
  state ${text} NOT NULL
    CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- The server that has taken it, or had it last.
  owner ${text},
  lease_until ${text},
  -- How often it was taken; the number of the present lease while it runs.
  attempts ${integer} NOT NULL CHECK (attempts >= 0),
  -- How often the lease has passed.
  lost ${integer} NOT NULL CHECK (lost >= 0),
  -- JSON, of a run that is done or failed.
  result TEXT,
  error TEXT,
  -- ISO 8601, UTC, with the same number of digits in every row, so that text order is time order.
  submitted_at ${text} NOT NULL,
  updated_at ${text} NOT NULL,
  UNIQUE (namespace, idempotency_key),
  CHECK ((state = 'running') = (lease_until IS NOT NULL)),
  CHECK (state <> 'running' OR owner IS NOT NULL),
  CHECK (state <> 'failed' OR error IS NOT NULL)
)${strict};

CREATE INDEX run_to_take ON run (submitted_at, id) WHERE state IN ('queued', 'running');

CREATE INDEX run_of_namespace ON run (namespace, submitted_at, id);

-- A commit looks up the version that its session has made.
CREATE INDEX version_of_session ON space_version (session_id);
