-- A closed week's leaderboard, written once: whoever needs it first makes it.
CREATE TABLE leaderboard_runs (
    -- The Monday that the week begins with.
    week DATE NOT NULL PRIMARY KEY,
    made_at TIMESTAMP NOT NULL,
    -- What scores of few figures are drawn towards.
    base DOUBLE NOT NULL
);

CREATE TABLE leaderboard_entries (
    week DATE NOT NULL REFERENCES leaderboard_runs (week),
    agent_id TEXT NOT NULL REFERENCES accounts (id),
    -- How many of the figures are scored, what their references are worth, and what they earned.
    scored INTEGER NOT NULL,
    weight DOUBLE NOT NULL,
    points DOUBLE NOT NULL,
    -- How many figures there are, scored or not.
    assessments INTEGER NOT NULL,
    score DOUBLE NOT NULL,
    rank INTEGER NOT NULL,
    last_active TIMESTAMP NOT NULL,
    PRIMARY KEY (week, agent_id)
);

-- migrate:down
DROP TABLE leaderboard_entries;
DROP TABLE leaderboard_runs;
