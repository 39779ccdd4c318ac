-- What became of each record: one row for each change, written in the change's own transaction.
CREATE TABLE changes (
    resource TEXT COLLATE "C" NOT NULL,
    record_id TEXT COLLATE "C" NOT NULL,
    -- Counts from 1, the creation.
    version INTEGER NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    at TIMESTAMP NOT NULL,
    actor_id TEXT COLLATE "C" NOT NULL,
    actor_name TEXT COLLATE "C" NOT NULL,
    request_id TEXT COLLATE "C",
    -- The record as it was read, as JSON; none before a creation and after a deletion.
    before TEXT COLLATE "C",
    after TEXT COLLATE "C",
    PRIMARY KEY (resource, record_id, version)
);
