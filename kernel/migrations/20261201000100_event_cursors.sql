-- How far each consumer of the history as a stream has come. One process at a time works a consumer; another takes
-- over when its lease has ended.
CREATE TABLE event_cursors (
    name TEXT NOT NULL PRIMARY KEY,
    -- The number in `changes` of the last event that it has passed.
    position BIGINT NOT NULL,
    owner TEXT,
    lease_until TIMESTAMP
);

-- migrate:down
DROP TABLE event_cursors;
