DROP INDEX accounts_link_allowed;
ALTER TABLE accounts DROP COLUMN signed_out_at;
ALTER TABLE accounts DROP COLUMN link_allowed;
DROP TABLE round_trips;
DROP TABLE identities;
