CREATE TABLE developers (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX developers_name ON developers (fold(name), id);

CREATE TABLE projects (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    developer_id TEXT NOT NULL REFERENCES developers (id),
    location TEXT NOT NULL,
    latitude DOUBLE,
    longitude DOUBLE,
    description TEXT,
    project_type TEXT,
    total_units INTEGER,
    completion_date DATE,
    amenities TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE INDEX projects_name ON projects (fold(name), id);
CREATE INDEX projects_developer ON projects (developer_id, id);
CREATE INDEX projects_location ON projects (fold(location), id);
CREATE INDEX projects_description ON projects (substr(fold(description), 1, 200), id);
CREATE INDEX projects_project_type ON projects (fold(project_type), id);
CREATE INDEX projects_total_units ON projects (total_units, id);
CREATE INDEX projects_completion_date ON projects (completion_date, id);
CREATE INDEX projects_created_at ON projects (created_at, id);
CREATE INDEX projects_updated_at ON projects (updated_at, id);
