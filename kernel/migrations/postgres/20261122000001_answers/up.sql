-- The first answer to a call that came with an Idempotency-Key, written in the call's own
-- transaction.
CREATE TABLE answers (
    account_id TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    -- A digest of what was asked.
    fingerprint TEXT COLLATE "C" NOT NULL,
    status INTEGER NOT NULL,
    etag TEXT COLLATE "C",
    location TEXT COLLATE "C",
    body TEXT COLLATE "C",
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, key)
);
CREATE INDEX answers_created_at ON answers (created_at);
