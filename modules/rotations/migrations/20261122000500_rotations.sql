CREATE TABLE rotations (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    week_start DATE,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE TABLE rotation_projects (
    rotation_id TEXT NOT NULL REFERENCES rotations (id) ON DELETE CASCADE,
    project_id TEXT NOT NULL REFERENCES projects (id),
    position INTEGER NOT NULL,
    PRIMARY KEY (rotation_id, project_id)
);
CREATE UNIQUE INDEX rotations_week_unique ON rotations (week_start);
CREATE INDEX rotation_projects_project ON rotation_projects (project_id, rotation_id);

-- migrate:down
DROP TABLE rotation_projects;
DROP TABLE rotations;
