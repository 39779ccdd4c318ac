DROP TABLE media_uses;
DROP TABLE media_files;
