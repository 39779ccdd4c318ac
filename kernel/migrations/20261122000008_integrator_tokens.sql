-- Tokens that people make for programs. One that is taken back is deleted.
CREATE TABLE integrator_tokens (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- A digest of its secret half, which is not stored.
    secret TEXT NOT NULL,
    -- What it may do, JSON; whatever its maker may when there is none.
    permissions TEXT,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL,
    last_used_at TIMESTAMP
);

CREATE INDEX integrator_tokens_account_id ON integrator_tokens (account_id, id);

-- migrate:down
DROP TABLE integrator_tokens;
