CREATE TABLE developers (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

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
    gallery TEXT NOT NULL DEFAULT '[]',
    video_link TEXT,
    features TEXT NOT NULL DEFAULT '[]',
    floors INTEGER,
    payment_plan TEXT NOT NULL DEFAULT '[]',
    financing TEXT,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

-- migrate:down
DROP TABLE projects;
DROP TABLE developers;
