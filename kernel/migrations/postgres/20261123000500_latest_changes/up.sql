-- The latest requests that changed records of a resource, and the records that each changed.
CREATE INDEX changes_request ON changes (resource, request_id, record_id, version)
    WHERE request_id IS NOT NULL;
-- The latest changes that no request made.
CREATE INDEX changes_without_request ON changes (resource, at, record_id, version)
    WHERE request_id IS NULL;
