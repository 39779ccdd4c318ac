DROP INDEX units_id_project;
