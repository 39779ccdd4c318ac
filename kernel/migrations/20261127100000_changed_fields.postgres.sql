-- The fields that a change changed, for the list of changes: their names in lower case, with a space before,
-- between and after them. They follow from the records before and after, so no hash covers them.
ALTER TABLE changes ADD COLUMN changed TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE changes SET changed = COALESCE((
    SELECT ' ' || string_agg(name, ' ') || ' ' FROM (
        SELECT lower(key) AS name FROM (
            SELECT key, value FROM jsonb_each_text(COALESCE(changes.before, '{}')::jsonb)
            UNION ALL
            SELECT key, value FROM jsonb_each_text(COALESCE(changes.after, '{}')::jsonb)
        ) AS sides
        WHERE key NOT IN ('_id', 'id', 'createdAt', 'updatedAt')
        GROUP BY key
        HAVING COUNT(value) = 1 OR MIN(value) <> MAX(value)
    ) AS names
), '');
-- All changes, the latest last, with what they can be filtered by.
CREATE INDEX changes_listed ON changes (at, number, resource, request_id, actor_id, record_id, changed);
DROP INDEX changes_without_request;

-- migrate:down
DROP INDEX changes_listed;
ALTER TABLE changes DROP COLUMN changed;
CREATE INDEX changes_without_request ON changes (resource, at, record_id, version)
    WHERE request_id IS NULL;
