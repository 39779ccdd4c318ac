-- One for each column that users can be listed by.
CREATE INDEX accounts_first_name ON accounts (fold(first_name), id);
CREATE INDEX accounts_last_name ON accounts (fold(last_name), id);
CREATE INDEX accounts_email ON accounts (fold(email), id);
CREATE INDEX accounts_image_url ON accounts (fold(image_url) NULLS FIRST, id);
CREATE INDEX accounts_locked ON accounts (locked, id);
CREATE INDEX accounts_created_at ON accounts (created_at, id);
CREATE INDEX accounts_updated_at ON accounts (updated_at, id);
