-- People as identity providers know them.
CREATE TABLE identities (
    -- What it is named by when it is unlinked.
    id TEXT NOT NULL DEFAULT '',
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at TIMESTAMP NOT NULL,
    PRIMARY KEY (issuer, subject)
);

CREATE UNIQUE INDEX identities_id ON identities (id);
CREATE INDEX identities_account_id ON identities (account_id);

-- Visitors who are on their way to a provider and back.
CREATE TABLE round_trips (
    -- A digest of `state`.
    id TEXT NOT NULL PRIMARY KEY,
    provider TEXT NOT NULL,
    -- A digest of what the browser holds in a cookie meanwhile.
    browser TEXT NOT NULL,
    nonce TEXT NOT NULL,
    verifier TEXT NOT NULL,
    redirect TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL
);

CREATE INDEX round_trips_created_at ON round_trips (created_at);

-- migrate:down
DROP TABLE round_trips;
DROP TABLE identities;
