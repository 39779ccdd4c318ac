-- Who looks at which record, and when that was reported last.
CREATE TABLE viewers (
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    account_name TEXT NOT NULL,
    seen_at TIMESTAMP NOT NULL,
    PRIMARY KEY (resource, record_id, account_id)
);
CREATE INDEX viewers_account_id ON viewers (account_id);
CREATE INDEX viewers_seen_at ON viewers (seen_at);

-- migrate:down
DROP TABLE viewers;
