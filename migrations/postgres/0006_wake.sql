-- Edits by plain SQL wake the workers.

-- A run that is deleted must not make the database look through all others for replays of it.
CREATE INDEX runs_replays ON runs (replay_of) WHERE replay_of IS NOT NULL;

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
