-- Mails: those that wait, and what became of those that do not.
CREATE TABLE mails (
    id TEXT NOT NULL PRIMARY KEY,
    -- Whom it is for: an account, or an address as somebody entered it.
    account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    address TEXT,
    -- What it says, as JSON, without any link that gives access; empty once it waits no more.
    message TEXT NOT NULL,
    -- A file, until it waits no more.
    attachment BLOB,
    state TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    -- When it is sent, or sent again.
    next_at TIMESTAMP NOT NULL,
    attempts INTEGER NOT NULL
);
CREATE INDEX mails_next_at ON mails (state, next_at);
CREATE INDEX mails_account_id ON mails (account_id);
CREATE INDEX mails_created_at ON mails (created_at);

-- Links to set a password, by the digest of their token.
CREATE TABLE password_links (
    token TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at TIMESTAMP NOT NULL,
    expires_at TIMESTAMP NOT NULL
);
CREATE INDEX password_links_account_id ON password_links (account_id);
CREATE INDEX password_links_expires_at ON password_links (expires_at);

-- What users have set for themselves; without a row it is the default.
CREATE TABLE account_settings (
    account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    inbox_by_mail BOOLEAN NOT NULL
);

CREATE TABLE inbox_entries (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    resource TEXT,
    record_id TEXT,
    by_id TEXT,
    by_name TEXT,
    created_at TIMESTAMP NOT NULL,
    read_at TIMESTAMP
);
CREATE INDEX inbox_entries_account_id ON inbox_entries (account_id, id);
CREATE INDEX inbox_entries_created_at ON inbox_entries (created_at);

-- Mails of a saved filter or view, at a time of the week or when its count crosses a bound.
CREATE TABLE subscriptions (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    saved_id TEXT NOT NULL REFERENCES saved_filters (id) ON DELETE CASCADE,
    -- 1 for Monday to 7; with a time and without a weekday it is every day.
    weekday INTEGER,
    time TEXT,
    -- How the count is compared, and with what.
    operator TEXT,
    bound BIGINT,
    format TEXT NOT NULL,
    -- Whether the count was across the bound when it was looked at last.
    is_across BOOLEAN NOT NULL,
    -- What the link in its mails stops it with; it gives access to nothing.
    stop_token TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    last_at TIMESTAMP,
    next_at TIMESTAMP NOT NULL
);
CREATE INDEX subscriptions_account_id ON subscriptions (account_id);
CREATE INDEX subscriptions_saved_id ON subscriptions (saved_id);
CREATE INDEX subscriptions_next_at ON subscriptions (next_at);
CREATE UNIQUE INDEX subscriptions_stop_token ON subscriptions (stop_token);

-- migrate:down
DROP TABLE subscriptions;
DROP TABLE inbox_entries;
DROP TABLE account_settings;
DROP TABLE password_links;
DROP TABLE mails;
