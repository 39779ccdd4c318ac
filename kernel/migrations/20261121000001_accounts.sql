CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    image_url TEXT,
    password_hash TEXT,
    locked BOOLEAN NOT NULL DEFAULT FALSE,
    roles TEXT NOT NULL,
    -- First and last name in one text, by which what people did is sorted and searched.
    name TEXT NOT NULL DEFAULT '',
    -- Whether the next person whom a provider vouches for with this e-mail is the owner of the account, and
    -- since when: it holds for a day.
    link_allowed BOOLEAN NOT NULL DEFAULT FALSE,
    link_allowed_at TIMESTAMP,
    -- Tokens of providers that were made until then are refused.
    signed_out_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

CREATE UNIQUE INDEX accounts_email_unique ON accounts (fold(email));

-- migrate:down
DROP TABLE accounts;
