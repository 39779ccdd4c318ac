-- An uploaded image, and the objects of the store that hold it: itself and its previews.
CREATE TABLE media_files (
    -- A digest of the image, in hexadecimal digits.
    id TEXT NOT NULL PRIMARY KEY,
    content_type TEXT NOT NULL,
    preview_type TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    -- pending while it is being stored, then stored; deleting while it is being deleted.
    state TEXT NOT NULL,
    -- When it was last uploaded or taken into a record, or its deletion began.
    touched_at TIMESTAMP NOT NULL
);
CREATE INDEX media_files_touched_at ON media_files (touched_at);

-- Which record holds an image, or has held it and can get it back from the history.
CREATE TABLE media_uses (
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    file TEXT NOT NULL REFERENCES media_files (id),
    held BOOLEAN NOT NULL,
    PRIMARY KEY (resource, record_id, file)
);
CREATE INDEX media_uses_file ON media_uses (file);

-- migrate:down
DROP TABLE media_uses;
DROP TABLE media_files;
