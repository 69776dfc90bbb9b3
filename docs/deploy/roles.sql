-- Three roles with no more than each needs, on PostgreSQL 14 and later. Run once as a superuser or
-- as the owner of the database, then again after each migration that brings tables:
--
--   psql "postgres://postgres@host/routines" -f docs/deploy/roles.sql
--   psql … -c "ALTER ROLE routine_owner LOGIN PASSWORD '…'"      -- and so for the other two
--
--   routine_owner   owns the schema: `routinectl migrate`
--   routine_worker  reads and writes rows: workers, hubs, an administrator who changes things
--   routine_viewer  reads rows: an administrator who looks
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'routine_owner') THEN
        CREATE ROLE routine_owner NOLOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'routine_worker') THEN
        CREATE ROLE routine_worker NOLOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'routine_viewer') THEN
        CREATE ROLE routine_viewer NOLOGIN;
    END IF;
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format(
        'GRANT CONNECT ON DATABASE %I TO routine_owner, routine_worker, routine_viewer', current_database());
    EXECUTE format('GRANT CREATE ON DATABASE %I TO routine_owner', current_database());
END
$$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO routine_owner;
GRANT USAGE ON SCHEMA public TO routine_worker, routine_viewer;

-- What stands already, and what the owner's next migrations bring.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO routine_worker;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO routine_viewer;
ALTER DEFAULT PRIVILEGES FOR ROLE routine_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO routine_worker;
ALTER DEFAULT PRIVILEGES FOR ROLE routine_owner IN SCHEMA public
    GRANT SELECT ON TABLES TO routine_viewer;

-- The journal and the list of migrations are written once: a worker adds to the first and reads the second.
DO $$
BEGIN
    IF to_regclass('public.audit_events') IS NOT NULL THEN
        REVOKE UPDATE, DELETE ON audit_events FROM routine_worker;
    END IF;
    IF to_regclass('public._sqlx_migrations') IS NOT NULL THEN
        REVOKE INSERT, UPDATE, DELETE ON _sqlx_migrations FROM routine_worker;
    END IF;
END
$$;

ALTER ROLE routine_viewer SET default_transaction_read_only = on;
