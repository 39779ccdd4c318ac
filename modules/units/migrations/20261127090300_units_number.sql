-- Two units of a project whose numbers differ by characters that cannot be seen have one number: the older
-- unit keeps it, and a later one has the end of its identifier behind it.
DROP INDEX units_number_unique;
UPDATE units SET unit_number = unit_number || ' (' || substr(id, 19) || ')'
    WHERE id NOT IN (SELECT min(id) FROM units GROUP BY project_id, fold(unit_number));
CREATE UNIQUE INDEX units_number_unique ON units (project_id, fold(unit_number));

-- migrate:down
DROP INDEX units_number_unique;
CREATE UNIQUE INDEX units_number_unique ON units (project_id, fold(unit_number));
