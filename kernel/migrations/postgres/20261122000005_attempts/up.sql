-- What may be done only so often: one row for each time, as long as it counts.
CREATE TABLE attempts (
    id text COLLATE "C" PRIMARY KEY,
    -- Of what, and a digest of by whom.
    bucket text COLLATE "C" NOT NULL,
    at timestamp NOT NULL
);

CREATE INDEX attempts_bucket ON attempts (bucket, at);
CREATE INDEX attempts_at ON attempts (at);
