-- The very first save, from which on weeks count, and the number of open flags.
CREATE INDEX assessments_created_at ON assessments (created_at);
CREATE INDEX flags_looked ON flags (looked);

-- migrate:down
DROP INDEX flags_looked;
DROP INDEX assessments_created_at;
