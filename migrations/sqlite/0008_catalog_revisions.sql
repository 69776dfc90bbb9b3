-- People edit definitions and policies too: the token by which a lost edit is noticed, as in `routines`.
ALTER TABLE tenants ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE definitions ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
