-- Hubs: what they carry out, and what workers found when they asked them.

-- One row per key a hub carries or has carried: no two hubs of a fleet carry the same occurrence, and
-- a key that comes again starts nothing.
CREATE TABLE carries (
    idempotency_key TEXT NOT NULL PRIMARY KEY,
    -- The newest run that was handed off under the key: the outcome is its. No reference, since
    -- history is pruned and a key need not be.
    run_id UUID NOT NULL,
    hub TEXT NOT NULL,
    started_at INSTANT NOT NULL,
    heartbeat_at INSTANT NOT NULL,
    ended_at INSTANT,
    outcome TEXT CHECK (outcome IN ('succeeded', 'failed', 'abandoned')),
    error_code TEXT,
    message TEXT CHECK (char_length(message) <= 400),
    detail TEXT CHECK (char_length(detail) <= 16384),
    output TEXT,
    CONSTRAINT carries_ended_is_whole CHECK ((ended_at IS NULL) = (outcome IS NULL))
);

CREATE INDEX carries_open ON carries (hub) WHERE ended_at IS NULL;
CREATE INDEX carries_ended ON carries (ended_at) WHERE ended_at IS NOT NULL;

-- What a worker found when it started and asked each hub with its secret. It asks before its first
-- pass, so it need not be among the workers yet.
CREATE TABLE hub_probes (
    worker TEXT NOT NULL,
    url TEXT NOT NULL,
    probed_at INSTANT NOT NULL,
    finding TEXT NOT NULL CHECK (finding IN ('accepted', 'refused', 'not_mounted', 'unreachable', 'unexpected')),
    message TEXT NOT NULL,
    PRIMARY KEY (worker, url)
);
