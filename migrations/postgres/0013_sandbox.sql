-- The clock of a sandbox may go on, at a pace of its own, and faults may be wanted there.

-- When, by the database's own clock, it showed `manual_now`; null: it is held.
ALTER TABLE environment ADD COLUMN manual_since INSTANT;
-- How many times as fast as real time it goes; 0 holds it.
ALTER TABLE environment ADD COLUMN manual_rate INTEGER NOT NULL DEFAULT 0;
-- The faults on purpose, with their seed; null: none.
ALTER TABLE environment ADD COLUMN faults JSON;
