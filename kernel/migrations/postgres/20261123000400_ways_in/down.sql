DROP INDEX identities_id;
ALTER TABLE identities DROP COLUMN id;
ALTER TABLE accounts DROP COLUMN link_allowed_at;
