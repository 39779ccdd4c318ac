CREATE TABLE rotations (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    week_start DATE,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE TABLE rotation_projects (
    rotation_id TEXT COLLATE "C" NOT NULL REFERENCES rotations (id) ON DELETE CASCADE,
    project_id TEXT COLLATE "C" NOT NULL REFERENCES projects (id),
    position INTEGER NOT NULL,
    PRIMARY KEY (rotation_id, project_id)
);
CREATE UNIQUE INDEX rotations_week_unique ON rotations (week_start);
CREATE INDEX rotations_name ON rotations (fold(name), id);
CREATE INDEX rotations_week_start ON rotations (week_start NULLS FIRST, id);
CREATE INDEX rotations_created_at ON rotations (created_at, id);
CREATE INDEX rotations_updated_at ON rotations (updated_at, id);
CREATE INDEX rotation_projects_project ON rotation_projects (project_id, rotation_id);
