-- What depends on many units at once, and is therefore made in runs: one row for each.
CREATE TABLE figure_runs (
    -- When what it is made from was read.
    as_of TIMESTAMP NOT NULL PRIMARY KEY,
    -- How many figures there were, how many units have a weighted rent, and how many flags there are.
    figures INTEGER NOT NULL,
    weighted INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    -- How many of the flags nobody had looked at when a run was made.
    open_flags INTEGER NOT NULL DEFAULT 0
);

-- What the latest run says of each estimator who has a figure of a unit that four or more estimated.
CREATE TABLE estimator_figures (
    agent_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
    -- Of how many such figures.
    items INTEGER NOT NULL,
    -- How far above the others the estimator's figures lie, and how much they scatter: of logarithms
    -- of rents, drawn towards those of everybody.
    bias DOUBLE NOT NULL,
    scale DOUBLE NOT NULL,
    -- What a figure weighs in a weighted rent.
    weight DOUBLE NOT NULL
);

-- migrate:down
DROP TABLE estimator_figures;
DROP TABLE figure_runs;
