-- What records of other modules refer to, so that they go along when a unit changes its project.
CREATE UNIQUE INDEX units_id_project ON units (id, project_id);
