-- "é" is one text, whether it was typed as one code point or as "e" with an accent behind it. A letter
-- in lower case may compose with what follows it, where the capital did not: hence composed twice.
SET LOCAL statement_timeout = 0;
DO $$
BEGIN
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'the database must have the encoding UTF8, and has %',
            current_setting('server_encoding');
    END IF;
END $$;
CREATE OR REPLACE FUNCTION fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN normalize(lower(normalize($1, NFC) COLLATE "und-x-icu"), NFC) COLLATE "C";

-- What was indexed by the former function is indexed anew.
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
