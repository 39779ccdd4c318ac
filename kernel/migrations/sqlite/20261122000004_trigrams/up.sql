-- SQLite has trigrams of its own, in its full-text search.
SELECT 1;
