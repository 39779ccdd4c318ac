CREATE TABLE sessions (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- What the refresh tokens of this session are made with, which are not stored themselves.
    secret bytea NOT NULL,
    -- The highest generation of refresh token that has been presented.
    used integer NOT NULL,
    created_at timestamp NOT NULL,
    last_used_at timestamp NOT NULL,
    expires_at timestamp NOT NULL,
    ended_at timestamp
);

CREATE INDEX sessions_account_id ON sessions (account_id);
