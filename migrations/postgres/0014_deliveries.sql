-- Deliveries of results, and calls that fire routines from outside.

-- One row per attempt to deliver the result of a run. The open one is the next, or the one that is
-- under way.
CREATE TABLE delivery_attempts (
    run_id UUID NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    attempt INTEGER NOT NULL CHECK (attempt >= 1),
    -- When it is to be made; while a worker makes it, when another one may.
    due_at INSTANT NOT NULL,
    worker TEXT,
    started_at INSTANT,
    ended_at INSTANT,
    -- The host it was sent to: the rest of an address may be as good as a password.
    sent_to TEXT,
    outcome TEXT CHECK (outcome IN ('delivered', 'gone', 'failed')),
    message TEXT CHECK (char_length(message) <= 400),
    PRIMARY KEY (run_id, attempt),
    CONSTRAINT delivery_attempts_ended_is_whole CHECK ((ended_at IS NULL) = (outcome IS NULL))
);

CREATE INDEX delivery_attempts_due ON delivery_attempts (due_at) WHERE ended_at IS NULL;

-- A call is known by the id its sender gave it: the same one again starts nothing. No reference to
-- the run, since history is pruned and a call need not be.
CREATE TABLE webhook_calls (
    routine_id UUID NOT NULL REFERENCES routines (id),
    call_id TEXT NOT NULL CHECK (char_length(call_id) BETWEEN 1 AND 120),
    run_id UUID NOT NULL,
    called_at INSTANT NOT NULL,
    PRIMARY KEY (routine_id, call_id)
);

CREATE INDEX webhook_calls_old ON webhook_calls (called_at);
