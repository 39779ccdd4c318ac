-- How far a person is in each project is looked up by project: assessments_project serves that too.
DROP INDEX assessments_agent;
