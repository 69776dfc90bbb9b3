-- What makes a claimed run wait, for the program beside the words of `waits_for`; and runs that
-- were given up, counted in a row.

-- `run`: an earlier run of its routine; `cap:tenant:<id>`, `cap:definition:<id>`: a place under that cap;
-- `endpoint:<endpoint>`: an endpoint that is down.
ALTER TABLE runs ADD COLUMN waits_on TEXT;
-- Not taken up before this, even if the reason has ended.
ALTER TABLE runs ADD COLUMN waits_until INTEGER;
UPDATE runs SET waits_on = 'run' WHERE waits_for IS NOT NULL;
-- Who waits for the same, oldest first.
CREATE INDEX runs_waiting ON runs (waits_on, recorded_at, id, waits_until) WHERE waits_on IS NOT NULL;

-- The one run that may be launched there meanwhile, to see whether it answers again.
ALTER TABLE endpoint_breakers ADD COLUMN probe_run_id TEXT;

ALTER TABLE routines ADD COLUMN abandoned_runs INTEGER NOT NULL DEFAULT 0;
