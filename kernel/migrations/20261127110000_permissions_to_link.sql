-- Permissions to link that have expired are looked for every few seconds; few accounts have one.
CREATE INDEX accounts_link_allowed_at ON accounts (link_allowed_at);

-- migrate:down
DROP INDEX accounts_link_allowed_at;
