-- What imports that are being written in several transactions have written so far: the numbers of their rows in
-- `changes`, which follow each other within a transaction. It was a row for each of them.
CREATE TABLE import_ranges (
    first_number BIGINT PRIMARY KEY NOT NULL,
    last_number BIGINT NOT NULL,
    import_id TEXT NOT NULL
);
INSERT INTO import_ranges (first_number, last_number, import_id)
SELECT changes.number, changes.number, imports.id
FROM imports
JOIN import_steps ON import_steps.import_id = imports.id
JOIN changes ON changes.resource = import_steps.resource
    AND changes.record_id = import_steps.record_id AND changes.version = import_steps.version;
DROP TABLE import_steps;

-- migrate:down
CREATE TABLE import_steps (
    import_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    -- The version in the history.
    version INTEGER NOT NULL,
    PRIMARY KEY (import_id, position)
);
CREATE INDEX import_steps_record ON import_steps (record_id);
INSERT INTO import_steps (import_id, position, resource, record_id, version)
SELECT import_ranges.import_id, changes.number, changes.resource, changes.record_id, changes.version
FROM import_ranges
JOIN changes ON changes.number BETWEEN import_ranges.first_number AND import_ranges.last_number;
DROP TABLE import_ranges;
