CREATE TABLE developers (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX developers_name ON developers (fold(name), id);

CREATE TABLE projects (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    developer_id TEXT COLLATE "C" NOT NULL REFERENCES developers (id),
    location TEXT COLLATE "C" NOT NULL,
    latitude DOUBLE PRECISION,
    longitude DOUBLE PRECISION,
    description TEXT COLLATE "C",
    project_type TEXT COLLATE "C",
    total_units INTEGER,
    completion_date DATE,
    amenities TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX projects_name ON projects (fold(name), id);
CREATE INDEX projects_developer ON projects (developer_id, id);
CREATE INDEX projects_location ON projects (fold(location), id);
CREATE INDEX projects_description ON projects (substr(fold(description), 1, 200) NULLS FIRST, id);
CREATE INDEX projects_project_type ON projects (fold(project_type) NULLS FIRST, id);
CREATE INDEX projects_total_units ON projects (total_units NULLS FIRST, id);
CREATE INDEX projects_completion_date ON projects (completion_date NULLS FIRST, id);
CREATE INDEX projects_created_at ON projects (created_at, id);
CREATE INDEX projects_updated_at ON projects (updated_at, id);
