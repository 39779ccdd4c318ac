DROP TABLE import_steps;
DROP TABLE imports;
