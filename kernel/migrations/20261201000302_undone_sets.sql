-- The request that undid a set: when it is undone itself, the set is applied again.
ALTER TABLE change_sets ADD COLUMN undone_request_id TEXT;
CREATE INDEX change_sets_undone_request ON change_sets (undone_request_id) WHERE undone_request_id IS NOT NULL;
-- The work in several transactions that applies it: meanwhile its rows cannot be corrected or left out.
ALTER TABLE change_sets ADD COLUMN applying TEXT;

-- migrate:down
DROP INDEX change_sets_undone_request;
ALTER TABLE change_sets DROP COLUMN undone_request_id;
ALTER TABLE change_sets DROP COLUMN applying;
