CREATE TABLE join_requests (
    id TEXT NOT NULL PRIMARY KEY,
    first_name TEXT NOT NULL,
    last_name TEXT,
    email TEXT NOT NULL,
    message TEXT,
    status TEXT NOT NULL,
    -- The account that was made of it.
    user_id TEXT REFERENCES accounts (id),
    decided_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX join_requests_user_id ON join_requests (user_id);

-- migrate:down
DROP TABLE join_requests;
