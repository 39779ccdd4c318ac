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
CREATE INDEX join_requests_first_name ON join_requests (fold(first_name), id);
CREATE INDEX join_requests_last_name ON join_requests (fold(last_name), id);
CREATE INDEX join_requests_email ON join_requests (fold(email), id);
CREATE INDEX join_requests_message ON join_requests (substr(fold(message), 1, 200), id);
CREATE INDEX join_requests_status ON join_requests (status, id);
CREATE INDEX join_requests_user_id ON join_requests (user_id, id);
CREATE INDEX join_requests_decided_at ON join_requests (decided_at, id);
CREATE INDEX join_requests_created_at ON join_requests (created_at, id);
CREATE INDEX join_requests_updated_at ON join_requests (updated_at, id);
