-- The version that brought this database up to date last, and what it has in short: one row, with which
-- `mizan upgrade --plan` compares another version.
CREATE TABLE installed_versions (
    id TEXT NOT NULL PRIMARY KEY,
    version TEXT NOT NULL,
    -- JSON.
    outline TEXT NOT NULL,
    installed_at TIMESTAMP NOT NULL
);

-- migrate:down
DROP TABLE installed_versions;
