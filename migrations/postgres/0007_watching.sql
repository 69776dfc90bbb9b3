-- What the page of the day and the journal ask for, found without going through everything.

-- Out of the schedule and not by a person: newest first.
CREATE INDEX routines_stopped ON routines (updated_at DESC, id DESC) WHERE deleted_at IS NULL AND (dead_lettered_at IS NOT NULL OR off_by IN ('fatigue', 'unschedulable'));
-- Launches that wait to be tried again.
CREATE INDEX routines_next_retry ON routines (next_fire_at) WHERE retry_for IS NOT NULL;
-- The journal by who, by what, and of one tenant.
CREATE INDEX audit_by_actor ON audit_events (actor, at DESC, id DESC);
CREATE INDEX audit_by_kind ON audit_events (kind, at DESC, id DESC);
CREATE INDEX audit_by_tenant ON audit_events (tenant_id, at DESC, id DESC);
