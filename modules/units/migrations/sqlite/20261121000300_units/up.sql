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
CREATE INDEX units_unit_number_order ON units (unit_number_order, id);
CREATE INDEX units_project ON units (project_id, unit_number_order, id);
CREATE INDEX units_developer ON units (developer_id, id);
CREATE INDEX units_bedrooms ON units (bedrooms, id);
CREATE INDEX units_floor ON units (floor, id);
CREATE INDEX units_total_area ON units (total_area_in_sq_ft, id);
CREATE INDEX units_balcony_area ON units (balcony_area_in_sq_ft, id);
CREATE INDEX units_view ON units (fold(view), id);
CREATE INDEX units_purchase_price ON units (purchase_price_in_aed, id);
CREATE INDEX units_yearly_rent ON units (yearly_rent_in_aed, id);
CREATE INDEX units_service_charges ON units (service_charges_per_sq_ft, id);
CREATE INDEX units_status ON units (fold(status), id);
CREATE INDEX units_created_at ON units (created_at, id);
CREATE INDEX units_updated_at ON units (updated_at, id);
