-- Who made the records whose first versions were deleted by age. Of all others the history says it.
CREATE TABLE record_creators (
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    PRIMARY KEY (resource, record_id)
) WITHOUT ROWID;

-- migrate:down
DROP TABLE record_creators;
