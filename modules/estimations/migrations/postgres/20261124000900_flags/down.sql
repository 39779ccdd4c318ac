DELETE FROM figure_runs;
ALTER TABLE figure_runs DROP COLUMN open_flags;
DROP TABLE flags;
CREATE TABLE flags (
    assessment_id TEXT COLLATE "C" NOT NULL REFERENCES assessments (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (assessment_id, kind)
);
