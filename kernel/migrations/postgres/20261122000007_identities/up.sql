-- People as identity providers know them.
CREATE TABLE identities (
    issuer text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at timestamp NOT NULL,
    PRIMARY KEY (issuer, subject)
);

CREATE INDEX identities_account_id ON identities (account_id);

-- Visitors who are on their way to a provider and back.
CREATE TABLE round_trips (
    -- A digest of `state`.
    id text COLLATE "C" PRIMARY KEY,
    provider text COLLATE "C" NOT NULL,
    -- A digest of what the browser holds in a cookie meanwhile.
    browser text COLLATE "C" NOT NULL,
    nonce text COLLATE "C" NOT NULL,
    verifier text COLLATE "C" NOT NULL,
    redirect text COLLATE "C" NOT NULL,
    created_at timestamp NOT NULL
);

CREATE INDEX round_trips_created_at ON round_trips (created_at);

-- Whether the next person whom a provider vouches for with this e-mail is the owner of the account.
ALTER TABLE accounts ADD COLUMN link_allowed boolean NOT NULL DEFAULT FALSE;
-- Tokens of providers that were made until then are refused.
ALTER TABLE accounts ADD COLUMN signed_out_at timestamp;

CREATE INDEX accounts_link_allowed ON accounts (link_allowed, id);
