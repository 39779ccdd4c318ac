-- Lower case in every script, ordered by bytes: what text is sorted, compared and searched by.
-- The same function is in Rust for SQLite, so that both databases give the same order.
CREATE FUNCTION fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower($1 COLLATE "und-x-icu") COLLATE "C";
