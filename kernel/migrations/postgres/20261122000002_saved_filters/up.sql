CREATE TABLE saved_filters (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    resource TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C",
    icon TEXT COLLATE "C",
    -- A filter group, as JSON.
    filter_state TEXT COLLATE "C" NOT NULL,
    is_default BOOLEAN NOT NULL,
    shared BOOLEAN NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX saved_filters_resource ON saved_filters (resource, account_id);
CREATE UNIQUE INDEX saved_filters_default ON saved_filters (account_id, resource) WHERE is_default;
