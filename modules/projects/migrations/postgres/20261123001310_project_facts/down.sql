DROP INDEX projects_financing;
DROP INDEX projects_floors;
DROP INDEX projects_video_link;
ALTER TABLE projects DROP COLUMN financing;
ALTER TABLE projects DROP COLUMN payment_plan;
ALTER TABLE projects DROP COLUMN floors;
ALTER TABLE projects DROP COLUMN features;
ALTER TABLE projects DROP COLUMN video_link;
ALTER TABLE projects DROP COLUMN gallery;
