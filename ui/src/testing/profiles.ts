import type { ConnectionReport, Profile, ProfileRow } from "@/backend";
import { AT } from "./desk";

/** Connections as a page of them shows them: one of each kind, and a test of each. */

export function profile(over: Partial<Profile["details"]> & { id?: string } = {}): Profile {
  const { id = "p-staging", ...details } = over;
  return {
    id,
    details: {
      name: "Staging EU",
      place: {
        engine: "postgres",
        host: "staging-db.eu",
        port: 5432,
        database: "routines",
        user: "desk_admin",
        tls: "verify-full",
        certificate: null,
        parameters: "",
      },
      colour: "ochre",
      protection: "confirm",
      ...details,
    },
  };
}

export function profileRow(over: Partial<ProfileRow> = {}): ProfileRow {
  return {
    profile: profile(),
    engine: "postgres",
    location: "staging-db.eu:5432",
    local_demo: false,
    open: false,
    migrating_asks: "typed_name",
    ...over,
  };
}

export function demoRow(): ProfileRow {
  return profileRow({
    profile: profile({
      id: "p-demo",
      name: "Local demo",
      place: { engine: "sqlite", file: "/home/ines/routine-desk/demo.db" },
      colour: "moss",
      protection: "full",
    }),
    engine: "sqlite",
    location: "routine-desk/demo.db",
    local_demo: true,
    open: true,
    migrating_asks: "dialog",
  });
}

export function report(over: Partial<ConnectionReport> = {}): ConnectionReport {
  return {
    state: "ready",
    checks: [
      { name: "Reachable", verdict: "ok", sentence: "PostgreSQL 16.4 in 14 ms, TLS verified." },
      { name: "Signed in", verdict: "ok", sentence: "desk_admin, may write." },
      { name: "Clock", verdict: "ok", sentence: "38 ms ahead of this computer." },
      { name: "Zone data", verdict: "ok", sentence: "tzdb 2026b, compiled in." },
      { name: "Schema", verdict: "ok", sentence: "It has the schema of this program." },
      { name: "Workers", verdict: "ok", sentence: "2 seen in the past minute." },
      { name: "Hub", verdict: "ok", sentence: "It answers, and takes the secret." },
    ],
    schema: { kind: "current" },
    version: "PostgreSQL 16.4",
    usable: true,
    migrations: [
      { number: 12, name: "Index open runs by routine", applied_at: AT, note: null },
      { number: 13, name: "Keep sweep records", applied_at: AT, note: null },
    ],
    password: "keychain",
    tested_at: AT,
    took_ms: 400,
    ...over,
  };
}

/** One migration is not applied yet. */
export function waits(): ConnectionReport {
  return report({
    state: "migration_waits",
    schema: { kind: "older", found: 13, expected: 14 },
    migrations: [
      { number: 13, name: "Keep sweep records", applied_at: AT, note: null },
      {
        number: 14,
        name: "Keep the reason of each skip",
        applied_at: null,
        note: "Adds one column and one index.",
      },
    ],
  });
}
