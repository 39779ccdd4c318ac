DROP INDEX accounts_name;
ALTER TABLE accounts DROP COLUMN name;
