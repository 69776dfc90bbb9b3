-- A person asked that a run be ended; the worker that holds it does so and reports it.
ALTER TABLE runs ADD COLUMN cancel_requested_at INTEGER;
ALTER TABLE runs ADD COLUMN cancel_requested_by TEXT;

-- What a worker looks through when it is woken: its own runs that are to be ended.
CREATE INDEX runs_to_cancel ON runs (worker) WHERE cancel_requested_at IS NOT NULL AND finished_at IS NULL;
