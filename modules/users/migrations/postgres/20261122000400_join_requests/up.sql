CREATE TABLE join_requests (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    first_name TEXT COLLATE "C" NOT NULL,
    last_name TEXT COLLATE "C",
    email TEXT COLLATE "C" NOT NULL,
    message TEXT COLLATE "C",
    status TEXT COLLATE "C" NOT NULL,
    -- The account that was made of it.
    user_id TEXT COLLATE "C" REFERENCES accounts (id),
    decided_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX join_requests_first_name ON join_requests (fold(first_name), id);
CREATE INDEX join_requests_last_name ON join_requests (fold(last_name) NULLS FIRST, id);
CREATE INDEX join_requests_email ON join_requests (fold(email), id);
CREATE INDEX join_requests_message ON join_requests (substr(fold(message), 1, 200) NULLS FIRST, id);
CREATE INDEX join_requests_status ON join_requests (status, id);
CREATE INDEX join_requests_user_id ON join_requests (user_id NULLS FIRST, id);
CREATE INDEX join_requests_decided_at ON join_requests (decided_at NULLS FIRST, id);
CREATE INDEX join_requests_created_at ON join_requests (created_at, id);
CREATE INDEX join_requests_updated_at ON join_requests (updated_at, id);
