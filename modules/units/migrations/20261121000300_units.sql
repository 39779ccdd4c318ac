CREATE TABLE units (
    id TEXT NOT NULL PRIMARY KEY,
    unit_number TEXT NOT NULL,
    unit_number_order TEXT NOT NULL,
    project_id TEXT NOT NULL REFERENCES projects (id),
    developer_id TEXT NOT NULL REFERENCES developers (id),
    bedrooms INTEGER NOT NULL,
    floor INTEGER,
    total_area_in_sq_ft DOUBLE NOT NULL,
    balcony_area_in_sq_ft DOUBLE,
    view TEXT,
    purchase_price_in_aed BIGINT NOT NULL,
    yearly_rent_in_aed BIGINT NOT NULL,
    service_charges_per_sq_ft DOUBLE NOT NULL,
    amenities TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX units_number_unique ON units (project_id, fold(unit_number));
CREATE INDEX units_project ON units (project_id, unit_number_order, id);
-- What records of other modules refer to, so that they go along when a unit changes its project.
CREATE UNIQUE INDEX units_id_project ON units (id, project_id);

-- migrate:down
DROP TABLE units;
