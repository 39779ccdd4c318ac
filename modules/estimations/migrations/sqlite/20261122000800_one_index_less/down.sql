CREATE INDEX assessments_agent ON assessments (agent_id, project_id);
