-- What schema 9 added.
INSERT INTO carries (idempotency_key, run_id, hub, started_at, heartbeat_at, ended_at, outcome, error_code, message, detail, output)
VALUES ('01900000-0000-7000-8000-000000000003:2023-11-14T22:14:20.000Z', '01900000-0000-7000-8000-000000000005', 'hub one', @62, @64, @65, 'failed', 'exit_code', 'It ended with 1.', 'detail', 'output');
INSERT INTO hub_probes (worker, url, probed_at, finding, message)
VALUES ('one', 'http://hub.example/run', @60, 'accepted', 'It answers.');
