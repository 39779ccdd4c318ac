-- Long work that a client asked to be done as a job, how far it is, and what came of it.
CREATE TABLE jobs (
    id TEXT PRIMARY KEY NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    resource TEXT,
    -- The change set that is applied or undone.
    change_set_id TEXT,
    idempotency_key TEXT,
    fingerprint TEXT,
    -- Which rules its answer was made under.
    rules TEXT NOT NULL,
    stage TEXT NOT NULL,
    done BIGINT NOT NULL,
    -- 0 while it is not known.
    total BIGINT NOT NULL,
    -- The HTTP status of its answer; 0 until it has ended.
    status INTEGER NOT NULL,
    body TEXT,
    location TEXT,
    -- The file that it made, as JSON.
    file TEXT,
    created_at TIMESTAMP NOT NULL,
    -- When its process last said that it is running.
    reported_at TIMESTAMP NOT NULL,
    ended_at TIMESTAMP
);
CREATE UNIQUE INDEX jobs_account_id_idempotency_key ON jobs (account_id, idempotency_key);
CREATE INDEX jobs_created_at ON jobs (created_at);

-- migrate:down
DROP TABLE jobs;
