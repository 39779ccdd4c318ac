-- Addresses to which changes of records are sent, and what was sent to each.
CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    -- The types of events, as JSON: units.updated, units.*, *
    events TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    description TEXT,
    -- What messages are signed with.
    secret TEXT NOT NULL,
    -- Whose rights decide what is sent: the user who made it, or who last changed where it leads.
    maker_id TEXT NOT NULL,
    -- Events from before are not sent.
    active_since TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL,
    updated_at TIMESTAMP NOT NULL
);

CREATE TABLE webhook_deliveries (
    -- Also the identifier of the message.
    id TEXT NOT NULL PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    -- The revision that it is about: its number and its key.
    number BIGINT NOT NULL,
    resource TEXT NOT NULL,
    record_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    event TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created_at TIMESTAMP NOT NULL,
    -- When it was first due, or was due again by a replay: repeats end three days later.
    begun_at TIMESTAMP NOT NULL,
    last_at TIMESTAMP,
    last_status INTEGER,
    last_error TEXT,
    -- Only of one that is pending.
    next_at TIMESTAMP,
    -- A process is sending it until then.
    lease_until TIMESTAMP,
    ended_at TIMESTAMP
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (webhook_id, resource, record_id, number)
    WHERE state = 'pending';
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (number) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at);

-- migrate:down
DROP TABLE webhook_deliveries;
DROP TABLE webhooks;
