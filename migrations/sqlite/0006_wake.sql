-- What wakes workers on PostgreSQL needs no schema here: SQLite counts the changes of other
-- connections by itself.

-- A run that is deleted must not make the database look through all others for replays of it.
CREATE INDEX runs_replays ON runs (replay_of) WHERE replay_of IS NOT NULL;
