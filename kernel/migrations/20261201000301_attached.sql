-- The files that users attached to records.
CREATE TABLE record_files (
    id TEXT NOT NULL PRIMARY KEY,
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    -- In bytes.
    size BIGINT NOT NULL,
    -- The file of the store with its bytes. After its deletion the row stays, without them, for the history of the record.
    file TEXT NOT NULL,
    account_id TEXT NOT NULL,
    account_name TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    deleted_at TIMESTAMP,
    deleted_by_id TEXT,
    deleted_by TEXT
);
CREATE INDEX record_files_record ON record_files (resource, record_id, id);
CREATE INDEX record_files_file ON record_files (file);

-- What users wrote about records.
CREATE TABLE record_comments (
    id TEXT NOT NULL PRIMARY KEY,
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    text TEXT NOT NULL,
    -- The mentioned users by identifier and name, as JSON.
    mentions TEXT NOT NULL,
    account_id TEXT NOT NULL,
    account_name TEXT NOT NULL,
    created_at TIMESTAMP NOT NULL,
    edited_at TIMESTAMP
);
CREATE INDEX record_comments_record ON record_comments (resource, record_id, id);

-- The files and comments that followed a merge from one record to another, so that its undo brings them back.
CREATE TABLE record_moves (
    request_id TEXT NOT NULL,
    -- A file or a comment.
    item TEXT NOT NULL,
    from_record TEXT NOT NULL,
    to_record TEXT NOT NULL,
    PRIMARY KEY (request_id, item)
);
CREATE INDEX record_moves_item ON record_moves (item);

-- migrate:down
DROP TABLE record_moves;
DROP TABLE record_comments;
DROP TABLE record_files;
