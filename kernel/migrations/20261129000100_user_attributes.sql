-- What modules' attributes say of each user, as a JSON object.
ALTER TABLE accounts ADD COLUMN attributes TEXT NOT NULL DEFAULT '{}';

-- migrate:down
ALTER TABLE accounts DROP COLUMN attributes;
