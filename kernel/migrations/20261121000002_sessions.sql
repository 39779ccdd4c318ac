CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- What the refresh tokens of this session are made with, which are not stored themselves.
    secret BLOB NOT NULL,
    -- The highest generation of refresh token that has been presented.
    used INTEGER NOT NULL,
    created_at TIMESTAMP NOT NULL,
    last_used_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    ended_at TIMESTAMP
);

CREATE INDEX sessions_account_id ON sessions (account_id);

-- migrate:down
DROP TABLE sessions;
