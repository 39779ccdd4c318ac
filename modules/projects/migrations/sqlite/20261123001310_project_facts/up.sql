ALTER TABLE projects ADD COLUMN gallery TEXT NOT NULL DEFAULT '[]';
ALTER TABLE projects ADD COLUMN video_link TEXT;
ALTER TABLE projects ADD COLUMN features TEXT NOT NULL DEFAULT '[]';
ALTER TABLE projects ADD COLUMN floors INTEGER;
ALTER TABLE projects ADD COLUMN payment_plan TEXT NOT NULL DEFAULT '[]';
ALTER TABLE projects ADD COLUMN financing TEXT;
CREATE INDEX projects_video_link ON projects (fold(video_link), id);
CREATE INDEX projects_floors ON projects (floors, id);
CREATE INDEX projects_financing ON projects (substr(fold(financing), 1, 200), id);
