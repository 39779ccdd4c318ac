-- Sign-ins, refusals, exports and the like.
--
-- Rows are numbered by a sequence, and become visible in another order: by commit. A number is taken only once
-- the transaction has its own number, so that the sealing job knows which transactions to wait for.
CREATE SEQUENCE audit_events_number;
CREATE TABLE audit_events (
    number BIGINT NOT NULL PRIMARY KEY DEFAULT
        CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('audit_events_number') END,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    at TIMESTAMP NOT NULL,
    -- None for a client that has not signed in, and for the operator at the command line.
    actor_id TEXT COLLATE "C",
    actor TEXT COLLATE "C",
    action TEXT COLLATE "C" NOT NULL,
    -- The resource, account or path that it is about.
    object TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C",
    request_id TEXT COLLATE "C",
    outcome TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C",
    -- How many equal refusals it stands for.
    times INTEGER NOT NULL,
    -- SHA-256 over the columns, as `Event` encodes them.
    hash BYTEA
);
ALTER SEQUENCE audit_events_number OWNED BY audit_events.number;

-- The seals of the history and of the audit events: a chain of hashes.
CREATE TABLE audit_seals (
    number BIGINT NOT NULL PRIMARY KEY,
    at TIMESTAMP NOT NULL,
    -- sealed: these rows were stored; trimmed: these rows were deleted by a rule.
    kind TEXT COLLATE "C" NOT NULL,
    of_table TEXT COLLATE "C" NOT NULL,
    -- A seal covers the numbers above the first and up to the last one.
    after_number BIGINT NOT NULL,
    last_number BIGINT NOT NULL,
    -- Of each row the number, eight bytes, and where it was sealed its hash, 32 bytes.
    covered BYTEA NOT NULL,
    previous BYTEA NOT NULL,
    hash BYTEA NOT NULL
);
CREATE INDEX audit_seals_table ON audit_seals (of_table, kind, last_number);

-- The history gets a number and a hash. Rows from before have no hash of their own.
CREATE SEQUENCE changes_number;
ALTER TABLE changes ADD COLUMN number BIGINT NOT NULL DEFAULT
    CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('changes_number') END;
ALTER SEQUENCE changes_number OWNED BY changes.number;
ALTER TABLE changes ADD COLUMN hash BYTEA;
CREATE UNIQUE INDEX changes_number_unique ON changes (number);

-- migrate:down
ALTER TABLE changes DROP COLUMN number;
ALTER TABLE changes DROP COLUMN hash;
DROP TABLE audit_seals;
DROP TABLE audit_events;
