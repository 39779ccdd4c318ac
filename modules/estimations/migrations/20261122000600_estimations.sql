-- One figure of a person for a unit; the former ones are in the history.
CREATE TABLE assessments (
    id TEXT NOT NULL PRIMARY KEY,
    unit_id TEXT NOT NULL,
    -- The unit's own, which goes along when the unit changes it.
    project_id TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES accounts (id),
    estimated_yearly_rent_in_aed BIGINT NOT NULL,
    -- The natural logarithm of the rent.
    log_rent DOUBLE NOT NULL,
    estimated_capital_appreciation_percentage DOUBLE NOT NULL,
    confidence_score DOUBLE NOT NULL,
    base_source TEXT,
    base_value BIGINT,
    taps INTEGER,
    typed BOOLEAN,
    seconds DOUBLE,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    FOREIGN KEY (unit_id, project_id) REFERENCES units (id, project_id) ON UPDATE CASCADE
);
CREATE UNIQUE INDEX assessments_unit_agent ON assessments (unit_id, agent_id);
CREATE INDEX assessments_project ON assessments (project_id, agent_id);
CREATE INDEX assessments_agent_updated_at ON assessments (agent_id, updated_at);

-- What the figures of a unit come to; low, middle and high are logarithms.
CREATE TABLE consensus (
    unit_id TEXT NOT NULL PRIMARY KEY REFERENCES units (id),
    estimators INTEGER NOT NULL,
    low DOUBLE NOT NULL,
    middle DOUBLE NOT NULL,
    high DOUBLE NOT NULL,
    rent DOUBLE NOT NULL,
    spread DOUBLE,
    half_width DOUBLE,
    confidence DOUBLE,
    weighted_rent DOUBLE,
    updated_at TIMESTAMP NOT NULL
) WITHOUT ROWID;

-- migrate:down
DROP TABLE consensus;
DROP TABLE assessments;
