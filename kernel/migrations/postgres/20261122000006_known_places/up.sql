-- Where people have signed in from: digests of devices and of addresses.
CREATE TABLE known_places (
    account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    place text COLLATE "C" NOT NULL,
    seen_at timestamp NOT NULL,
    PRIMARY KEY (account_id, place)
);

CREATE INDEX known_places_place ON known_places (place);
CREATE INDEX known_places_seen_at ON known_places (seen_at);
