DROP TABLE integrator_tokens;
