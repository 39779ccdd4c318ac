DO $$
BEGIN
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'the database must have the encoding UTF8, and has %',
            current_setting('server_encoding');
    END IF;
END $$;

-- Lower case in every script, ordered by bytes: what text is sorted, compared and searched by. "é" is one
-- text, whether it was typed as one code point or as "e" with an accent behind it. A letter in lower case may
-- compose with what follows it, where the capital did not: hence composed twice. The same function is in Rust
-- for SQLite, so that both databases give the same order.
CREATE FUNCTION fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN normalize(lower(normalize($1, NFC) COLLATE "und-x-icu"), NFC) COLLATE "C";

-- All that is three letters long in a text, in every script: what searches are indexed by. (The extension
-- pg_trgm would know only the letters that the cluster's locale knows.)
CREATE FUNCTION trigrams(text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ARRAY(SELECT DISTINCT substr($1, at, 3) FROM generate_series(1, length($1) - 2) AS at);

-- migrate:down
DROP FUNCTION trigrams(text);
DROP FUNCTION fold(text);
