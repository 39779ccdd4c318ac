-- SQLite's connections bring fold() along, in Rust, and its full-text search has trigrams.

-- migrate:down
