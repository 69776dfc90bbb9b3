-- What schema 14 added.
INSERT INTO delivery_attempts (run_id, attempt, due_at, worker, started_at, ended_at, sent_to, outcome, message)
VALUES ('01900000-0000-7000-8000-000000000006', 1, @75, 'one', @76, @77, 'chat.example', 'failed', 'It answered 503.');
INSERT INTO webhook_calls (routine_id, call_id, run_id, called_at)
VALUES ('01900000-0000-7000-8000-000000000003', 'call-1', '01900000-0000-7000-8000-000000000006', @70);
