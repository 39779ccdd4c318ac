-- Sign-ins, refusals, exports and the like. Events are numbered in the order in which they are written.
CREATE TABLE audit_events (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    at TIMESTAMP NOT NULL,
    -- None for a client that has not signed in, and for the operator at the command line.
    actor_id TEXT,
    actor TEXT,
    action TEXT NOT NULL,
    -- The resource, account or path that it is about.
    object TEXT NOT NULL,
    address TEXT,
    request_id TEXT,
    outcome TEXT NOT NULL,
    reason TEXT,
    -- How many equal refusals it stands for.
    times INTEGER NOT NULL,
    -- SHA-256 over the columns, as `Event` encodes them.
    hash BLOB
);

-- The seals of the history and of the audit events: a chain of hashes.
CREATE TABLE audit_seals (
    number INTEGER PRIMARY KEY NOT NULL,
    at TIMESTAMP NOT NULL,
    -- sealed: these rows were stored; trimmed: these rows were deleted by a rule.
    kind TEXT NOT NULL,
    of_table TEXT NOT NULL,
    -- A seal covers the numbers above the first and up to the last one.
    after_number BIGINT NOT NULL,
    last_number BIGINT NOT NULL,
    -- Of each row the number, eight bytes, and where it was sealed its hash, 32 bytes.
    covered BLOB NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL
);
CREATE INDEX audit_seals_table ON audit_seals (of_table, kind, last_number);

-- The history gets a number, in the order in which its rows are written, and a hash. Both stand before the
-- records, which may be long. Rows from before have no hash of their own.
CREATE TABLE numbered_changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    -- Counts from 1, the creation.
    version INTEGER NOT NULL,
    action TEXT NOT NULL,
    at TIMESTAMP NOT NULL,
    actor_id TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    request_id TEXT,
    -- SHA-256 over the columns, as `revisions` encodes them.
    hash BLOB,
    -- The record as it was read, as JSON; none before a creation and after a deletion.
    before TEXT,
    after TEXT,
    UNIQUE (resource, record_id, version)
);
INSERT INTO numbered_changes (
    resource, record_id, version, action, at, actor_id, actor_name, request_id, before, after
)
SELECT resource, record_id, version, action, at, actor_id, actor_name, request_id, before, after
FROM changes ORDER BY rowid;
DROP TABLE changes;
ALTER TABLE numbered_changes RENAME TO changes;
CREATE INDEX changes_request ON changes (resource, request_id, record_id, version)
    WHERE request_id IS NOT NULL;
CREATE INDEX changes_without_request ON changes (resource, at, record_id, version)
    WHERE request_id IS NULL;

-- migrate:down
DROP TABLE audit_seals;
DROP TABLE audit_events;
CREATE TABLE plain_changes (
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    action TEXT NOT NULL,
    at TIMESTAMP NOT NULL,
    actor_id TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    request_id TEXT,
    before TEXT,
    after TEXT,
    PRIMARY KEY (resource, record_id, version)
);
INSERT INTO plain_changes
SELECT resource, record_id, version, action, at, actor_id, actor_name, request_id, before, after
FROM changes ORDER BY number;
DROP TABLE changes;
ALTER TABLE plain_changes RENAME TO changes;
CREATE INDEX changes_request ON changes (resource, request_id, record_id, version)
    WHERE request_id IS NOT NULL;
CREATE INDEX changes_without_request ON changes (resource, at, record_id, version)
    WHERE request_id IS NULL;
