DROP TABLE rotation_projects;
DROP TABLE rotations;
