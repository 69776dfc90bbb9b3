-- Failures by what went wrong, and what a plan that revives many routines has to remember.

-- A short hash of a failure's code and sentence without its numbers: failures of one error have the
-- same. Null on runs that did not fail, and on those that failed before this column.
ALTER TABLE runs ADD COLUMN fingerprint TEXT;
CREATE INDEX runs_by_fingerprint ON runs (fingerprint, recorded_at DESC) WHERE fingerprint IS NOT NULL;

-- What is failing now, newest first: backing off, dead-lettered, switched off by the system.
CREATE INDEX routines_retrying ON routines (retry_for DESC, id DESC) WHERE retry_for IS NOT NULL;
CREATE INDEX routines_dead_lettered ON routines (dead_lettered_at DESC, id DESC) WHERE dead_lettered_at IS NOT NULL;
CREATE INDEX routines_off_by_system ON routines (off_at DESC, id DESC) WHERE off_by IN ('fatigue', 'unschedulable');

-- Errors that nobody wants to be called for until then.
CREATE TABLE error_mutes (
    fingerprint TEXT NOT NULL PRIMARY KEY,
    muted_until INTEGER NOT NULL,
    muted_by TEXT NOT NULL,
    muted_at INTEGER NOT NULL
) STRICT;

-- What it was made from, in words.
ALTER TABLE revive_plans ADD COLUMN subject TEXT;
-- Stop when so many of the revived fail again; null for never.
ALTER TABLE revive_plans ADD COLUMN stop_after INTEGER;
ALTER TABLE revive_plans ADD COLUMN canary_run_id TEXT;
-- When it goes on; null once it has ended.
ALTER TABLE revive_plans ADD COLUMN next_step_at INTEGER;
-- Why it stopped.
ALTER TABLE revive_plans ADD COLUMN message TEXT;
CREATE INDEX revive_plans_due ON revive_plans (next_step_at) WHERE next_step_at IS NOT NULL;
CREATE INDEX revive_plans_newest ON revive_plans (created_at DESC, id DESC);

ALTER TABLE revive_plan_items ADD COLUMN revive_at INTEGER;
ALTER TABLE revive_plan_items ADD COLUMN revived_at INTEGER;
-- What the revival cleared, JSON: undoing it puts that back.
ALTER TABLE revive_plan_items ADD COLUMN before TEXT;
CREATE INDEX revive_plan_items_waiting ON revive_plan_items (plan_id, revive_at) WHERE outcome IS NULL;
