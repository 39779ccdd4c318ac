DROP INDEX accounts_updated_at;
DROP INDEX accounts_created_at;
DROP INDEX accounts_locked;
DROP INDEX accounts_image_url;
DROP INDEX accounts_email;
DROP INDEX accounts_last_name;
DROP INDEX accounts_first_name;
