-- The first answer to a call that came with an Idempotency-Key, written in the call's own
-- transaction.
CREATE TABLE answers (
    account_id TEXT NOT NULL,
    key TEXT NOT NULL,
    -- A digest of what was asked.
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    etag TEXT,
    location TEXT,
    body TEXT,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, key)
);
CREATE INDEX answers_created_at ON answers (created_at);

-- migrate:down
DROP TABLE answers;
