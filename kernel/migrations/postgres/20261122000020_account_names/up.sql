-- First and last name in one text, by which what people did is sorted and searched.
ALTER TABLE accounts ADD COLUMN name TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE accounts SET name = trim(first_name || ' ' || last_name);
CREATE INDEX accounts_name ON accounts (fold(name), id);
