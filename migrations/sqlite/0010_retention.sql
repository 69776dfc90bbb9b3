-- How long history is kept, and what has been removed of it.

-- Beside `retention_days`: the newest runs of each routine are kept however old they are, and what
-- went wrong is kept longer.
ALTER TABLE tenants ADD COLUMN keep_newest_runs INTEGER NOT NULL DEFAULT 20;
ALTER TABLE tenants ADD COLUMN failure_retention_days INTEGER NOT NULL DEFAULT 365;

-- When the next batch may be removed, whoever does it; null: at once.
ALTER TABLE environment ADD COLUMN prune_due_at INTEGER;
-- The last routine whose history was gone through in this round; null: a new round begins.
ALTER TABLE environment ADD COLUMN prune_after TEXT;

-- Where the whole history of a tenant begins. Beside the tenant and not in it: its row is locked by
-- whoever claims against its caps.
CREATE TABLE prunings (
    tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenants (id),
    -- Nothing that was recorded since then has been removed.
    runs_kept_since INTEGER NOT NULL,
    pruned_at INTEGER NOT NULL
) STRICT;
