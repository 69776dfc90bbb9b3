-- What the plan of a routine was made of, and since when: one row per change of its trigger, its zone
-- data or its standing, written in the transaction of the change. From these rows and the triggers'
-- calendars the evidence works out which occurrences there had to be.
CREATE TABLE schedule_changes (
    routine_id UUID NOT NULL REFERENCES routines (id),
    -- The order of the changes of one routine, whatever the clock said.
    number INTEGER NOT NULL CHECK (number >= 1),
    at INSTANT NOT NULL,
    -- The word of the change in the journal.
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT,
    -- The routine as the change left it.
    revision INTEGER NOT NULL,
    standing TEXT NOT NULL CHECK (standing IN ('on', 'off', 'dead_lettered', 'deleted')),
    trigger_spec JSON NOT NULL,
    zone_data TEXT NOT NULL,
    -- The first occurrence that nobody had decided when the change came. Null: there was none.
    dropped_from INSTANT,
    -- The first occurrence to be decided from then on. Null: none is to come.
    planned_from INSTANT,
    PRIMARY KEY (routine_id, number)
);

-- For the routines that are older than this table the record begins where they stand.
INSERT INTO schedule_changes
    (routine_id, number, at, kind, actor, revision, standing, trigger_spec, zone_data, planned_from)
SELECT id, 1, updated_at, 'routine.first_recorded', 'migration', revision,
       CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN off_by IS NOT NULL THEN 'off'
            WHEN dead_lettered_at IS NOT NULL THEN 'dead_lettered' ELSE 'on' END,
       trigger_spec, zone_data, next_fire_at
  FROM routines;
