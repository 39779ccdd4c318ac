-- No query is answered from the times of one estimator's estimates, and every save would write a new place of it.
DROP INDEX assessments_agent_updated_at;

-- migrate:down
CREATE INDEX assessments_agent_updated_at ON assessments (agent_id, updated_at);
