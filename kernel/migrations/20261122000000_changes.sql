-- What became of each record: one row for each change, written in the change's own transaction.
CREATE TABLE changes (
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    -- Counts from 1, the creation.
    version INTEGER NOT NULL,
    action TEXT NOT NULL,
    at TIMESTAMP NOT NULL,
    actor_id TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    request_id TEXT,
    -- The record as it was read, as JSON; none before a creation and after a deletion.
    before TEXT,
    after TEXT,
    PRIMARY KEY (resource, record_id, version)
);
-- The latest requests that changed records of a resource, and the records that each changed.
CREATE INDEX changes_request ON changes (resource, request_id, record_id, version)
    WHERE request_id IS NOT NULL;
-- The latest changes that no request made.
CREATE INDEX changes_without_request ON changes (resource, at, record_id, version)
    WHERE request_id IS NULL;

-- migrate:down
DROP TABLE changes;
