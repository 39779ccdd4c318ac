-- When leave to link was given: it holds for a day. What was given before has no date, and ends here.
ALTER TABLE accounts ADD COLUMN link_allowed_at timestamp;
UPDATE accounts SET link_allowed = FALSE WHERE link_allowed;

-- What an identity is named by when it is unlinked.
ALTER TABLE identities ADD COLUMN id text COLLATE "C" NOT NULL DEFAULT '';
UPDATE identities SET id = substr(md5(random()::text || issuer || ' ' || subject), 1, 24);
CREATE UNIQUE INDEX identities_id ON identities (id);
