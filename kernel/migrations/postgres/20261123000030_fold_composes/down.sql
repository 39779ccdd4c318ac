SET LOCAL statement_timeout = 0;
CREATE OR REPLACE FUNCTION fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower($1 COLLATE "und-x-icu") COLLATE "C";

DO $$
DECLARE stale regclass;
BEGIN
    FOR stale IN
        SELECT indexrelid::regclass FROM pg_index
        JOIN pg_class ON pg_class.oid = indexrelid
        WHERE relnamespace = current_schema()::regnamespace
          AND pg_get_indexdef(indexrelid) LIKE '%fold(%'
    LOOP
        EXECUTE format('REINDEX INDEX %s', stale);
    END LOOP;
END $$;
