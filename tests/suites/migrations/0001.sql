-- A row of every table of schema 1, on both databases. `@N` is the instant N seconds after the tests' beginning.
INSERT INTO tenants (id, name, minimum_interval_seconds, enabled_cap, grace_seconds, dead_letter_after, fatigue_after, lease_seconds, launch_timeout_seconds, concurrency_cap, breaker, retention_days, created_at)
VALUES ('01900000-0000-7000-8000-000000000001', 'Größe', 900, 20, 600, 5, 10, 60, 30, 3, TRUE, 90, @0);
INSERT INTO definitions (id, tenant_id, name, launcher, settings, secret_name, endpoint, concurrency_cap, disabled_at, created_at)
VALUES ('01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000001', 'Hub', 'http', '{"kind":"http","url":"http://hub.example/run","secret_name":"hub"}', 'hub', 'http://hub.example:80', 2, @9, @1);
INSERT INTO routines (id, tenant_id, name, instruction, definition_id, input, owner, search_text, trigger_kind, trigger_spec, misfire, overlap, destination, preset_key, revision, schedule_revision, next_fire_at, zone_data, retry_for, retry_attempt, newest_claimed_for, consecutive_failures, last_failed_for, failed_runs, created_by, created_at, updated_at)
VALUES ('01900000-0000-7000-8000-000000000003', '01900000-0000-7000-8000-000000000001', 'Standup', 'Post the notes.', '01900000-0000-7000-8000-000000000002', '{ "price":  4.50 }', 'ines@desk', 'standup', 'interval', '{"kind":"interval","every_seconds":3600,"anchor":"2023-11-14T22:13:20Z"}', 'skip', 'queue_one', '{"to":"mail"}', 'standup', 4, 2, @120, '2026a', @60, 2, @60, 1, @60, 2, 'ines@desk', @2, @3);
INSERT INTO routines (id, tenant_id, name, instruction, definition_id, input, owner, search_text, trigger_kind, trigger_spec, misfire, overlap, revision, schedule_revision, off_by, off_actor, off_reason, off_at, resume_at, zone_data, dead_lettered_at, consecutive_failures, failed_runs, created_by, created_at, updated_at, deleted_by, deleted_at)
VALUES ('01900000-0000-7000-8000-000000000004', '01900000-0000-7000-8000-000000000001', 'Gone', 'Nothing.', '01900000-0000-7000-8000-000000000002', '{}', 'bo@desk', 'gone', 'cron', '{"kind":"cron","expression":"0 9 * * *","zone":"Europe/Zurich"}', 'fire_once', 'skip', 3, 3, 'person', 'bo@desk', 'a reason', @30, @99, '2026a', @20, 5, 0, 'bo@desk', @2, @31, 'bo@desk', @32);
INSERT INTO routine_revisions (routine_id, revision, schedule_revision, name, instruction, definition_id, input, trigger_spec, changed_by, changed_at)
VALUES ('01900000-0000-7000-8000-000000000003', 4, 2, 'Standup', 'Post the notes.', '01900000-0000-7000-8000-000000000002', '{ "price":  4.50 }', '{"kind":"manual"}', 'ines@desk', @3);
INSERT INTO runs (id, tenant_id, routine_id, revision, schedule_revision, scheduled_for, attempt, idempotency_key, cause, status, recorded_at, lag_ms, launched_at, worker, lease_until, lease_epoch, take_overs, dead_lettered, delivery)
VALUES ('01900000-0000-7000-8000-000000000005', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000003', 4, 2, @60, 1, '01900000-0000-7000-8000-000000000003:2023-11-14T22:14:20.000Z', 'schedule', 'launching', @61, 900, @62, 'one', @121, 2, 1, FALSE, 'none');
INSERT INTO runs (id, tenant_id, routine_id, revision, schedule_revision, attempt, idempotency_key, cause, status, input_override, recorded_at, launched_at, started_at, finished_at, worker, lease_epoch, take_overs, error_code, message, detail, output, dead_lettered, replay_of, delivery, delivery_error)
VALUES ('01900000-0000-7000-8000-000000000006', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000003', 4, 2, 1, '01900000-0000-7000-8000-000000000003:run:01900000-0000-7000-8000-000000000006', 'manual', 'failed', '{"by":"hand"}', @70, @71, @71, @75, 'one', 1, 0, 'exit_code', 'It ended with 1.', 'detail', 'output', FALSE, '01900000-0000-7000-8000-000000000005', 'failed', 'no such box');
INSERT INTO runs (id, tenant_id, routine_id, revision, schedule_revision, scheduled_for, attempt, idempotency_key, cause, status, recorded_at, finished_at, lease_epoch, take_overs, message, dead_lettered, missed_until, missed_count, delivery)
VALUES ('01900000-0000-7000-8000-000000000007', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000003', 4, 2, @10, 0, '01900000-0000-7000-8000-000000000003:2023-11-14T22:13:30.000Z', 'schedule', 'missed', @61, @61, 0, 0, 'Missed: nobody looked.', FALSE, @50, 5, 'none');
INSERT INTO run_counts (tenant_id, day, status, runs) VALUES ('01900000-0000-7000-8000-000000000001', 19675, 'failed', 7);
INSERT INTO workers (name, version, zone_data, launchers, poll_seconds, clock_offset_ms, started_at, heartbeat_at, stopped_at)
VALUES ('one', '0.1.0', '2026a', '["http"]', 30, -12, @50, @60, @80);
INSERT INTO sweeps (id, worker, started_at, ended_at, claimed, launched, schedule_failed, skipped, missed, taken_over, lag_ms, error)
VALUES ('01900000-0000-7000-8000-000000000008', 'one', @60, @61, 1, 2, 3, 4, 5, 6, 900, 'claim: the disk is full');
INSERT INTO endpoint_breakers (endpoint, opened_at, last_probe_at, last_success_at) VALUES ('http://hub.example:80', @40, @45, @20);
INSERT INTO endpoint_failures (endpoint, routine_id, failed_at) VALUES ('http://hub.example:80', '01900000-0000-7000-8000-000000000003', @39);
INSERT INTO revive_plans (id, created_by, created_at, spread_seconds, canary_id, status, ended_at)
VALUES ('01900000-0000-7000-8000-000000000009', 'ines@desk', @90, 600, '01900000-0000-7000-8000-000000000003', 'done', @95);
INSERT INTO revive_plan_items (plan_id, routine_id, revision, outcome, message, next_fire_at)
VALUES ('01900000-0000-7000-8000-000000000009', '01900000-0000-7000-8000-000000000003', 4, 'revived', 'Back.', @120);
INSERT INTO audit_events (id, at, tenant_id, actor, database_role, kind, subject, before, after)
VALUES ('01900000-0000-7000-8000-00000000000a', @3, '01900000-0000-7000-8000-000000000001', 'ines@desk', 'desk', 'routine.edited', 'routine:01900000-0000-7000-8000-000000000003', '{"a":1}', '{"a":2}');
