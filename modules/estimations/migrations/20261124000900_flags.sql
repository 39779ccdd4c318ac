-- What the latest runs find worth a look, and what people made of it.
CREATE TABLE flags (
    id TEXT NOT NULL PRIMARY KEY,
    assessment_id TEXT NOT NULL REFERENCES assessments (id) ON DELETE CASCADE,
    -- The assessment's own.
    unit_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES accounts (id),
    kind TEXT NOT NULL,
    -- The rent that was looked at; with another one it is another flag.
    rent BIGINT NOT NULL,
    -- Why, in a sentence, and how far the rent is from the unit's consensus, in percent.
    reason TEXT NOT NULL,
    distance DOUBLE NOT NULL,
    -- What was made of it.
    looked BOOLEAN NOT NULL,
    note TEXT,
    looked_by_id TEXT REFERENCES accounts (id) ON DELETE SET NULL,
    looked_at TIMESTAMP,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL,
    FOREIGN KEY (unit_id, project_id) REFERENCES units (id, project_id) ON UPDATE CASCADE
);
CREATE UNIQUE INDEX flags_assessment_kind ON flags (assessment_id, kind);
CREATE INDEX flags_looked_by ON flags (looked_by_id);

-- migrate:down
DROP TABLE flags;
