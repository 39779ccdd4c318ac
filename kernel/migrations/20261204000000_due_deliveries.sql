-- The oldest deliveries that are due are found without sorting those of one moment, such as an import's.
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at, number) WHERE state = 'pending';

-- migrate:down
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE state = 'pending';
