-- Changes of many records that are planned, looked at, applied once, and taken back as a whole.
CREATE TABLE change_sets (
    id TEXT NOT NULL PRIMARY KEY,
    resource TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    account_id TEXT NOT NULL,
    account_name TEXT NOT NULL,
    at TIMESTAMP NOT NULL,
    -- What is to become of the records, as JSON.
    request TEXT NOT NULL,
    creates INTEGER NOT NULL,
    updates INTEGER NOT NULL,
    deletes INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    applied_by_id TEXT,
    applied_by TEXT,
    applied_at TIMESTAMP,
    -- The request that applied it.
    request_id TEXT
);
CREATE INDEX change_sets_at ON change_sets (at, id);
CREATE INDEX change_sets_request ON change_sets (request_id) WHERE request_id IS NOT NULL;

CREATE TABLE change_set_rows (
    set_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    line BIGINT,
    resource TEXT NOT NULL,
    record_id TEXT,
    -- The number of the record's version when the row was planned; 0 without a history.
    version INTEGER NOT NULL,
    action TEXT NOT NULL,
    before TEXT,
    after TEXT,
    -- The input of a new record, or a patch, as JSON.
    body TEXT NOT NULL,
    -- As JSON; without errors there is none.
    errors TEXT,
    state TEXT,
    reason TEXT,
    PRIMARY KEY (set_id, position)
);
CREATE INDEX change_set_rows_record ON change_set_rows (set_id, record_id);

-- migrate:down
DROP TABLE change_set_rows;
DROP TABLE change_sets;
