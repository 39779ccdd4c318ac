-- When the user last confirmed, within the session, to be there: by the password or a second factor.
-- None since the sign-in.
ALTER TABLE sessions ADD COLUMN confirmed_at TIMESTAMP;

-- migrate:down
ALTER TABLE sessions DROP COLUMN confirmed_at;
