-- Old runs are pruned by a policy of their tenant. What wakes workers on PostgreSQL needs no schema
-- here: SQLite counts the changes of other connections by itself.

-- A run that is pruned must not make the database look through all others for replays of it.
CREATE INDEX runs_replays ON runs (replay_of) WHERE replay_of IS NOT NULL;

-- Days that runs which did not succeed are kept, and how many of each routine stay whatever their age.
ALTER TABLE tenants ADD COLUMN failure_retention_days INTEGER NOT NULL DEFAULT 365
    CHECK (failure_retention_days >= 1);
ALTER TABLE tenants ADD COLUMN keep_newest INTEGER NOT NULL DEFAULT 20 CHECK (keep_newest >= 0);
-- Nothing that was recorded since then has been pruned; null while nothing was.
ALTER TABLE tenants ADD COLUMN runs_kept_since INTEGER;
-- When a worker last went through the history to prune it: whoever sets it does so for the others.
ALTER TABLE environment ADD COLUMN pruned_at INTEGER;
