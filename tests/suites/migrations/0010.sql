-- What schema 10 added.
INSERT INTO prunings (tenant_id, runs_kept_since, pruned_at) VALUES ('01900000-0000-7000-8000-000000000001', @5, @95);
