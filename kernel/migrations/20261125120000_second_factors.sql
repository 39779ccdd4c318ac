-- Whether a session began with a second factor, or has had one set up since.
ALTER TABLE sessions ADD COLUMN second_factor BOOLEAN NOT NULL DEFAULT FALSE;

-- What authenticator apps make codes with.
CREATE TABLE authenticator_apps (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- In base32, as people type it.
    secret TEXT NOT NULL,
    -- The step of thirty seconds whose code was accepted last: none is accepted twice.
    last_step BIGINT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    -- When the first right code was entered; before, the app counts for nothing.
    confirmed_at TIMESTAMP,
    last_used_at TIMESTAMP
);
CREATE INDEX authenticator_apps_account_id ON authenticator_apps (account_id);

CREATE TABLE passkeys (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- The identifier by which a browser names it, in base64url.
    credential_id TEXT NOT NULL,
    -- Its public key and counter, JSON.
    credential TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    last_used_at TIMESTAMP
);
CREATE INDEX passkeys_account_id ON passkeys (account_id);
CREATE UNIQUE INDEX passkeys_credential_id ON passkeys (credential_id);

-- Each is used once, and deleted then.
CREATE TABLE recovery_codes (
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- A digest of the code.
    code TEXT NOT NULL,
    PRIMARY KEY (account_id, code)
);

-- What stands between two steps: of a sign-in, or of the registration of a passkey.
CREATE TABLE sign_in_tickets (
    -- A digest of the ticket.
    id TEXT NOT NULL PRIMARY KEY,
    -- None for a sign-in with a passkey alone.
    account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    -- sign-in or registration.
    purpose TEXT NOT NULL,
    -- The challenge to a passkey, JSON, which is answered once.
    challenge TEXT,
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX sign_in_tickets_account_id ON sign_in_tickets (account_id);
CREATE INDEX sign_in_tickets_created_at ON sign_in_tickets (created_at);

-- migrate:down
DROP TABLE sign_in_tickets;
DROP TABLE recovery_codes;
DROP TABLE passkeys;
DROP TABLE authenticator_apps;
ALTER TABLE sessions DROP COLUMN second_factor;
