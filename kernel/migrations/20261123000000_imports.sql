-- Imports that are being written in several transactions, and what each of them has written so far.
-- One whose row is still there when nothing is being imported was cut off, and is taken back.
CREATE TABLE imports (
    id TEXT PRIMARY KEY NOT NULL,
    started_at TIMESTAMP NOT NULL
);
CREATE TABLE import_steps (
    import_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    -- The version in the history.
    version INTEGER NOT NULL,
    PRIMARY KEY (import_id, position)
);
CREATE INDEX import_steps_record ON import_steps (record_id);

-- migrate:down
DROP TABLE import_steps;
DROP TABLE imports;
