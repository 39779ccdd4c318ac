-- All that is three letters long in a text, in every script: what searches are indexed by. (The
-- extension pg_trgm would know only the letters that the cluster's locale knows.)
CREATE FUNCTION trigrams(text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ARRAY(SELECT DISTINCT substr($1, at, 3) FROM generate_series(1, length($1) - 2) AS at);
