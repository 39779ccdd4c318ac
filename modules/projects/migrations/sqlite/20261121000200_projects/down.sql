DROP TABLE projects;
DROP TABLE developers;
