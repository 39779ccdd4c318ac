-- Tokens that people make for programs. One that is taken back is deleted.
CREATE TABLE integrator_tokens (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    -- A digest of its secret half, which is not stored.
    secret text COLLATE "C" NOT NULL,
    -- What it may do, JSON; whatever its maker may when there is none.
    permissions text COLLATE "C",
    created_at timestamp NOT NULL,
    expires_at timestamp NOT NULL,
    last_used_at timestamp
);

CREATE INDEX integrator_tokens_account_id ON integrator_tokens (account_id, id);
