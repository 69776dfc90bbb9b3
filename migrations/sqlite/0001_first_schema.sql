-- The schema of Routine Desk, first version, SQLite side. The PostgreSQL side has the same tables,
-- columns, constraints and indexes under the same names; `tests/suites/schema_parity.rs` compares.
--
-- Instants are integer milliseconds since 1970-01-01T00:00:00Z, identifiers are UUIDv7 as text,
-- JSON is text as it was written, booleans are 0 and 1.

-- A tenant owns definitions and routines; nothing crosses it. Its policy stands beside it, since a
-- claim needs both.
CREATE TABLE tenants (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 120),
    minimum_interval_seconds INTEGER NOT NULL CHECK (minimum_interval_seconds BETWEEN 1 AND 86400),
    enabled_cap INTEGER NOT NULL CHECK (enabled_cap >= 1),
    grace_seconds INTEGER NOT NULL CHECK (grace_seconds >= 0),
    dead_letter_after INTEGER NOT NULL CHECK (dead_letter_after >= 1),
    fatigue_after INTEGER NOT NULL CHECK (fatigue_after >= 1),
    lease_seconds INTEGER NOT NULL,
    launch_timeout_seconds INTEGER NOT NULL CHECK (launch_timeout_seconds >= 1),
    concurrency_cap INTEGER CHECK (concurrency_cap >= 1),
    breaker INTEGER NOT NULL CHECK (breaker IN (0, 1)),
    retention_days INTEGER NOT NULL CHECK (retention_days >= 1),
    created_at INTEGER NOT NULL,
    -- A lease that ends before its launch could be taken over while it is still being tried.
    CONSTRAINT tenants_lease_outlives_launch CHECK (lease_seconds > launch_timeout_seconds)
) STRICT;

-- What can be run. `settings` is the launcher's JSON; the secret's name and the endpoint stand beside
-- it because a claim filters by the first and a breaker counts by the second.
CREATE TABLE definitions (
    id TEXT NOT NULL PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
    launcher TEXT NOT NULL CHECK (launcher IN ('http', 'command', 'simulated')),
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    secret_name TEXT,
    endpoint TEXT,
    concurrency_cap INTEGER CHECK (concurrency_cap >= 1),
    disabled_at INTEGER,
    created_at INTEGER NOT NULL,
    CONSTRAINT definitions_name_once UNIQUE (tenant_id, name),
    -- The target of the routines' foreign key: a routine cannot run another tenant's definition.
    CONSTRAINT definitions_in_tenant UNIQUE (tenant_id, id),
    CONSTRAINT definitions_endpoint_is_http CHECK ((launcher = 'http') = (endpoint IS NOT NULL))
) STRICT;

-- A standing instruction and where it stands in the schedule.
CREATE TABLE routines (
    id TEXT NOT NULL PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
    instruction TEXT NOT NULL CHECK (length(instruction) BETWEEN 1 AND 2000),
    definition_id TEXT NOT NULL,
    input TEXT NOT NULL CHECK (json_valid(input)),
    owner TEXT NOT NULL,
    -- Name, instruction and owner in lower case: what is searched. Folded by the program, since the
    -- two databases disagree on letters beyond ASCII.
    search_text TEXT NOT NULL,
    trigger_kind TEXT NOT NULL CHECK (trigger_kind IN ('cron', 'interval', 'once', 'manual')),
    -- The trigger as it was written: {"kind": "cron", "expression": …, "zone": …} and so on.
    trigger_spec TEXT NOT NULL CHECK (json_valid(trigger_spec)),
    misfire TEXT NOT NULL CHECK (misfire IN ('fire_once', 'skip', 'fire_all')),
    overlap TEXT NOT NULL CHECK (overlap IN ('skip', 'queue_one', 'allow')),
    -- Where results go; none means nowhere.
    destination TEXT CHECK (json_valid(destination)),
    preset_key TEXT,
    revision INTEGER NOT NULL CHECK (revision >= 1),
    schedule_revision INTEGER NOT NULL CHECK (schedule_revision >= 1),

    -- Null while it is on. Off by a person, or by the system.
    off_by TEXT CHECK (off_by IN ('person', 'fatigue', 'unschedulable')),
    off_actor TEXT,
    off_reason TEXT CHECK (length(off_reason) <= 400),
    off_at INTEGER,
    resume_at INTEGER,

    next_fire_at INTEGER,
    -- The release of the zone data that `next_fire_at` was computed with.
    zone_data TEXT NOT NULL,
    done_at INTEGER,
    dead_lettered_at INTEGER,
    -- The occurrence that waits to be launched again, and the number of its next attempt.
    retry_for INTEGER,
    retry_attempt INTEGER CHECK (retry_attempt >= 2),
    newest_claimed_for INTEGER,
    consecutive_failures INTEGER NOT NULL CHECK (consecutive_failures >= 0),
    last_failed_for INTEGER,
    failed_runs INTEGER NOT NULL CHECK (failed_runs >= 0),

    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_by TEXT,
    deleted_at INTEGER,

    CONSTRAINT routines_definition_in_tenant
        FOREIGN KEY (tenant_id, definition_id) REFERENCES definitions (tenant_id, id),
    -- No zombie: in the schedule and without a next fire, or out of it and with one.
    CONSTRAINT routines_next_fire_iff_live CHECK (
        (next_fire_at IS NOT NULL) = (
            off_by IS NULL AND deleted_at IS NULL AND dead_lettered_at IS NULL
            AND done_at IS NULL AND trigger_kind <> 'manual'
        )
    ),
    CONSTRAINT routines_off_is_whole CHECK (
        (off_by IS NULL) = (off_at IS NULL)
        AND (off_by IS NULL) = (off_actor IS NULL)
        AND (off_by IS NULL) = (off_reason IS NULL)
        AND (resume_at IS NULL OR off_by = 'person')
    ),
    CONSTRAINT routines_deleted_is_whole CHECK ((deleted_at IS NULL) = (deleted_by IS NULL)),
    CONSTRAINT routines_retry_is_whole CHECK (
        (retry_for IS NULL) = (retry_attempt IS NULL)
        AND (retry_for IS NULL OR next_fire_at IS NOT NULL)
    )
) STRICT;

-- What a claim reads: the due ones, soonest first.
CREATE INDEX routines_due ON routines (next_fire_at) WHERE next_fire_at IS NOT NULL;
CREATE INDEX routines_resume ON routines (resume_at) WHERE resume_at IS NOT NULL;
CREATE INDEX routines_by_name ON routines (tenant_id, name, id);
-- Lists of all tenants, by name and newest first.
CREATE INDEX routines_sorted ON routines (name, id);
CREATE INDEX routines_newest ON routines (created_at DESC, id DESC);
CREATE INDEX routines_by_owner ON routines (tenant_id, owner) WHERE deleted_at IS NULL;
CREATE INDEX routines_by_definition ON routines (definition_id);
CREATE UNIQUE INDEX routines_preset_once ON routines (tenant_id, preset_key) WHERE preset_key IS NOT NULL;

-- Every version of what a routine was told to do, kept for ever; runs name the one they were claimed with.
CREATE TABLE routine_revisions (
    routine_id TEXT NOT NULL REFERENCES routines (id),
    revision INTEGER NOT NULL,
    schedule_revision INTEGER NOT NULL,
    name TEXT NOT NULL,
    instruction TEXT NOT NULL,
    definition_id TEXT NOT NULL,
    input TEXT NOT NULL CHECK (json_valid(input)),
    trigger_spec TEXT NOT NULL CHECK (json_valid(trigger_spec)),
    changed_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (routine_id, revision)
) STRICT;

-- History: one row per attempt at an occurrence, or per fire by hand.
CREATE TABLE runs (
    id TEXT NOT NULL PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    routine_id TEXT NOT NULL REFERENCES routines (id),
    revision INTEGER NOT NULL,
    schedule_revision INTEGER NOT NULL,
    scheduled_for INTEGER,
    -- 0 for a `missed` row, 1 for the first launch, 2 and more for retries.
    attempt INTEGER NOT NULL CHECK (attempt >= 0),
    idempotency_key TEXT NOT NULL,
    cause TEXT NOT NULL CHECK (cause IN ('schedule', 'retry', 'catch_up', 'manual', 'once', 'replay', 'webhook')),
    status TEXT NOT NULL CHECK (status IN (
        'claimed', 'launching', 'running', 'succeeded', 'failed', 'schedule_failed',
        'skipped', 'missed', 'cancelled', 'abandoned'
    )),
    waits_for TEXT,
    -- Null: the input of the revision named above.
    input_override TEXT CHECK (json_valid(input_override)),
    -- When the row was written: the order of the history.
    recorded_at INTEGER NOT NULL,
    -- Late by this much when it was claimed.
    lag_ms INTEGER,
    launched_at INTEGER,
    started_at INTEGER,
    finished_at INTEGER,
    worker TEXT,
    lease_until INTEGER,
    lease_epoch INTEGER NOT NULL CHECK (lease_epoch >= 0),
    take_overs INTEGER NOT NULL CHECK (take_overs >= 0),
    heartbeat_at INTEGER,
    error_code TEXT,
    message TEXT CHECK (length(message) <= 400),
    detail TEXT CHECK (length(detail) <= 16384),
    output TEXT,
    -- This launch failure was the last one allowed.
    dead_lettered INTEGER NOT NULL CHECK (dead_lettered IN (0, 1)),
    replay_of TEXT REFERENCES runs (id),
    missed_until INTEGER,
    missed_count INTEGER CHECK (missed_count >= 1),
    delivery TEXT NOT NULL CHECK (delivery IN ('none', 'pending', 'delivered', 'failed')),
    delivery_error TEXT,

    -- The last guard: an occurrence exists once per attempt, whatever races.
    CONSTRAINT runs_occurrence_once UNIQUE (routine_id, scheduled_for, attempt),
    CONSTRAINT runs_finished_iff_final CHECK (
        (finished_at IS NULL) = (status IN ('claimed', 'launching', 'running'))
    ),
    CONSTRAINT runs_only_claimed_waits CHECK (waits_for IS NULL OR (status = 'claimed' AND lease_until IS NULL)),
    CONSTRAINT runs_launching_is_leased CHECK (status <> 'launching' OR (lease_until IS NOT NULL AND worker IS NOT NULL)),
    -- What has a lease is open: whoever goes by leases need not ask for the status.
    CONSTRAINT runs_leased_is_open CHECK (lease_until IS NULL OR status IN ('claimed', 'launching', 'running')),
    CONSTRAINT runs_missed_is_whole CHECK ((status = 'missed') = (missed_count IS NOT NULL) AND (missed_until IS NULL) = (missed_count IS NULL)),
    CONSTRAINT runs_dead_letter_is_a_launch_failure CHECK (dead_lettered = 0 OR status = 'schedule_failed')
) STRICT;

-- Newest first: of everything, of a tenant, of a routine.
CREATE INDEX runs_newest ON runs (recorded_at DESC, id DESC);
CREATE INDEX runs_by_tenant ON runs (tenant_id, recorded_at DESC, id DESC);
CREATE INDEX runs_by_routine ON runs (routine_id, recorded_at DESC, id DESC);
-- What did not succeed is rare and is what people look for. Queries repeat the predicate literally,
-- or the planner cannot use it.
CREATE INDEX runs_not_succeeded ON runs (status, recorded_at DESC, id DESC) WHERE status <> 'succeeded';
CREATE INDEX runs_not_succeeded_by_tenant ON runs (tenant_id, status, recorded_at DESC, id DESC) WHERE status <> 'succeeded';
CREATE INDEX runs_by_cause ON runs (cause, recorded_at DESC, id DESC) WHERE cause <> 'schedule';
CREATE INDEX runs_dead_lettered ON runs (recorded_at DESC, id DESC) WHERE dead_lettered = 1;
-- The open ones: overlap, take-over and the reaper look here.
CREATE INDEX runs_open ON runs (routine_id, status) WHERE status IN ('claimed', 'launching', 'running');
CREATE INDEX runs_leases ON runs (lease_until) WHERE status IN ('claimed', 'launching');

-- How many runs ended how, per tenant and day (UTC), kept in step with `runs`.
CREATE TABLE run_counts (
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    -- Days since 1970-01-01.
    day INTEGER NOT NULL,
    status TEXT NOT NULL,
    runs INTEGER NOT NULL CHECK (runs >= 0),
    PRIMARY KEY (tenant_id, day, status)
) STRICT;

-- Who may sweep, and when it last did: the heartbeat.
CREATE TABLE workers (
    name TEXT NOT NULL PRIMARY KEY,
    version TEXT NOT NULL,
    zone_data TEXT NOT NULL,
    launchers TEXT NOT NULL CHECK (json_valid(launchers)),
    -- How often it sweeps at least; silence is measured against it.
    poll_seconds INTEGER NOT NULL CHECK (poll_seconds >= 1),
    -- Its own clock less the database's.
    clock_offset_ms INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    heartbeat_at INTEGER NOT NULL,
    stopped_at INTEGER
) STRICT;

-- One row per pass of the scheduler.
CREATE TABLE sweeps (
    id TEXT NOT NULL PRIMARY KEY,
    worker TEXT NOT NULL REFERENCES workers (name),
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    claimed INTEGER NOT NULL,
    launched INTEGER NOT NULL,
    schedule_failed INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    taken_over INTEGER NOT NULL,
    -- How late the latest claim of the pass was.
    lag_ms INTEGER,
    error TEXT
) STRICT;

CREATE INDEX sweeps_newest ON sweeps (started_at DESC, id DESC);
CREATE INDEX sweeps_with_work ON sweeps (started_at DESC, id DESC) WHERE claimed + schedule_failed + missed + taken_over > 0;

-- An endpoint that several routines found unavailable is given a rest.
CREATE TABLE endpoint_breakers (
    endpoint TEXT NOT NULL PRIMARY KEY,
    opened_at INTEGER,
    last_probe_at INTEGER,
    last_success_at INTEGER,
    CONSTRAINT breakers_probe_only_when_open CHECK (last_probe_at IS NULL OR opened_at IS NOT NULL)
) STRICT;

-- The recent failures a breaker counts by: one row per endpoint and routine.
CREATE TABLE endpoint_failures (
    endpoint TEXT NOT NULL,
    routine_id TEXT NOT NULL REFERENCES routines (id),
    failed_at INTEGER NOT NULL,
    PRIMARY KEY (endpoint, routine_id)
) STRICT;

-- Bringing many routines back at once, first one, then the rest over a window.
CREATE TABLE revive_plans (
    id TEXT NOT NULL PRIMARY KEY,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    spread_seconds INTEGER NOT NULL CHECK (spread_seconds >= 0),
    canary_id TEXT REFERENCES routines (id),
    status TEXT NOT NULL CHECK (status IN ('draft', 'canary', 'spreading', 'stopped', 'done', 'undone')),
    ended_at INTEGER
) STRICT;

CREATE TABLE revive_plan_items (
    plan_id TEXT NOT NULL REFERENCES revive_plans (id),
    routine_id TEXT NOT NULL REFERENCES routines (id),
    revision INTEGER NOT NULL,
    outcome TEXT CHECK (outcome IN ('revived', 'skipped', 'conflict', 'undone')),
    message TEXT,
    next_fire_at INTEGER,
    PRIMARY KEY (plan_id, routine_id)
) STRICT;

-- Who changed what, when, and from what to what.
CREATE TABLE audit_events (
    id TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    tenant_id TEXT,
    actor TEXT NOT NULL,
    -- The role the actor was signed in to the database with, where there is one.
    database_role TEXT,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    before TEXT CHECK (json_valid(before)),
    after TEXT CHECK (json_valid(after))
) STRICT;

CREATE INDEX audit_newest ON audit_events (at DESC, id DESC);
CREATE INDEX audit_by_subject ON audit_events (subject, at DESC, id DESC);

-- One row of facts about this database as a whole. A sandbox may have a clock of its own, which all
-- processes then share; there only simulated launchers run.
CREATE TABLE environment (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    sandbox INTEGER NOT NULL CHECK (sandbox IN (0, 1)),
    manual_now INTEGER,
    CONSTRAINT environment_manual_clock_is_sandboxed CHECK (manual_now IS NULL OR sandbox = 1)
) STRICT;

INSERT INTO environment (id, sandbox) VALUES (1, 0);
