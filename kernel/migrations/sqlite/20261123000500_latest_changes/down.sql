DROP INDEX changes_without_request;
DROP INDEX changes_request;
