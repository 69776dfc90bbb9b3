-- Edits by plain SQL wake the workers, and old runs are pruned by a policy of their tenant.

-- A run that is pruned must not make the database look through all others for replays of it.
CREATE INDEX runs_replays ON runs (replay_of) WHERE replay_of IS NOT NULL;

-- Days that runs which did not succeed are kept, and how many of each routine stay whatever their age.
ALTER TABLE tenants ADD COLUMN failure_retention_days INTEGER DEFAULT 365 NOT NULL
    CHECK (failure_retention_days >= 1);
ALTER TABLE tenants ADD COLUMN keep_newest INTEGER DEFAULT 20 NOT NULL CHECK (keep_newest >= 0);
-- Nothing that was recorded since then has been pruned; null while nothing was.
ALTER TABLE tenants ADD COLUMN runs_kept_since INSTANT;
-- When a worker last went through the history to prune it: whoever sets it does so for the others.
ALTER TABLE environment ADD COLUMN pruned_at INSTANT;

-- The program tells the others itself what it writes, once a transaction, and never of a fire.
-- Whoever else changes what a pass reads is heard by these, once a statement.
CREATE FUNCTION wake_workers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('routine_desk', '');
    RETURN NULL;
END $$;

CREATE TRIGGER routines_wake AFTER INSERT OR UPDATE OR DELETE ON routines FOR EACH STATEMENT
    WHEN (current_setting('application_name') <> 'routine-desk') EXECUTE FUNCTION wake_workers();
CREATE TRIGGER tenants_wake AFTER UPDATE ON tenants FOR EACH STATEMENT
    WHEN (current_setting('application_name') <> 'routine-desk') EXECUTE FUNCTION wake_workers();
CREATE TRIGGER definitions_wake AFTER INSERT OR UPDATE OR DELETE ON definitions FOR EACH STATEMENT
    WHEN (current_setting('application_name') <> 'routine-desk') EXECUTE FUNCTION wake_workers();
