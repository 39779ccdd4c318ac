-- What may be done only so often: one row for each time, as long as it counts.
CREATE TABLE attempts (
    id TEXT NOT NULL PRIMARY KEY,
    -- Of what, and a digest of by whom.
    bucket TEXT NOT NULL,
    at TIMESTAMP NOT NULL
);

CREATE INDEX attempts_bucket ON attempts (bucket, at);
CREATE INDEX attempts_at ON attempts (at);

-- migrate:down
DROP TABLE attempts;
