CREATE TABLE berths (
    id TEXT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    unit_id TEXT NOT NULL REFERENCES units (id),
    company_id TEXT REFERENCES companies (id),
    starts DATE NOT NULL,
    ends DATE,
    rent BIGINT NOT NULL,
    draught DOUBLE,
    deposit BIGINT,
    status TEXT NOT NULL,
    covered BOOLEAN NOT NULL,
    note TEXT,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

-- migrate:down
DROP TABLE berths;
