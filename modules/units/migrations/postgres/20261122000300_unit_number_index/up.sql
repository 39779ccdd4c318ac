CREATE INDEX units_number ON units (fold(unit_number), id);
