CREATE TABLE saved_filters (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    resource TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    icon TEXT,
    -- A filter group, as JSON.
    filter_state TEXT NOT NULL,
    is_default BOOLEAN NOT NULL,
    shared BOOLEAN NOT NULL,
    on_index BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX saved_filters_resource ON saved_filters (resource, account_id);
CREATE UNIQUE INDEX saved_filters_default ON saved_filters (account_id, resource) WHERE is_default;

-- migrate:down
DROP TABLE saved_filters;
