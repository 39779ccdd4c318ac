-- Where people have signed in from: digests of devices and of addresses.
CREATE TABLE known_places (
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    place TEXT NOT NULL,
    seen_at TIMESTAMP NOT NULL,
    PRIMARY KEY (account_id, place)
);

CREATE INDEX known_places_place ON known_places (place);
CREATE INDEX known_places_seen_at ON known_places (seen_at);

-- migrate:down
DROP TABLE known_places;
