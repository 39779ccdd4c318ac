-- SQLite has no function of its own in SQL: each connection brings fold() along, in Rust.
SELECT 1;
