-- fold() leaves out characters that cannot be seen, and makes every white space a space. Two accounts that
-- differ by such characters alone are one address: the older one keeps it.
DROP INDEX accounts_email_unique;
UPDATE accounts SET email = id || '.' || email
    WHERE id NOT IN (SELECT min(id) FROM accounts GROUP BY fold(email));
CREATE UNIQUE INDEX accounts_email_unique ON accounts (fold(email));

-- migrate:down
REINDEX accounts_email_unique;
