import type { AppStatus, Asked, ConnectionInfo, Protection, SchedulerStatus } from "@/backend";

/** Answers of the commands that every page depends on, to be overridden where a test cares. */

export const AT = "2026-10-22T12:32:08.000Z";

/** What Rust answers for each level. */
const asked: Record<Protection, Asked[]> = {
  read_only: column("never", "never", "never", "never"),
  confirm: column("dialog", "dialog", "typed_name", "typed_name"),
  full: column("nothing", "dialog", "dialog", "dialog"),
};

function column(
  one: Asked["asks"],
  few: Asked["asks"],
  many: Asked["asks"],
  setUp: Asked["asks"],
): Asked[] {
  return [
    { kind: "one", asks: one },
    { kind: "edit", asks: one },
    { kind: "delete", asks: one },
    { kind: "bulk_few", asks: few },
    { kind: "bulk_many", asks: many },
    { kind: "set_up", asks: setUp },
    { kind: "rehearse", asks: one === "never" ? "never" : "sandbox" },
  ];
}

/** The parts of an open connection that follow from its level. */
export function guarded(protection: Protection) {
  return { protection, level: protection, asked: asked[protection], few: 5 };
}

export function connection(over: Partial<ConnectionInfo> = {}): ConnectionInfo {
  return {
    profile_id: "p-demo",
    ...guarded(over.protection ?? "full"),
    name: "Local demo",
    engine: "sqlite",
    address: "routine-desk/demo.db",
    colour: "moss",
    schema: { kind: "current" },
    local_demo: true,
    without_tenants: false,
    opened_at: AT,
    ...over,
  };
}

export function appStatus(over: Partial<AppStatus> = {}): AppStatus {
  return {
    version: "0.1.0",
    viewer_zone: "Europe/Vienna",
    connection: connection(),
    remembered: null,
    ...over,
  };
}

export function schedulerStatus(over: Partial<SchedulerStatus> = {}): SchedulerStatus {
  return {
    embedded: { running: true, worker: "desk-embedded", since: AT },
    heartbeat: { last_sweep_at: AT, silent: false, overdue: 0, lag_ms: 800 },
    workers: [
      {
        name: "desk-embedded",
        state: "sweeping",
        this_app: true,
        heartbeat_at: AT,
        started_at: AT,
        clock_offset_ms: 0,
        holds: 1,
        version: "0.1.0",
        zone_data: "2025b",
      },
    ],
    sweeps: [
      {
        id: "1",
        worker: "desk-embedded",
        started_at: AT,
        took_ms: 6,
        claimed: 3,
        launched: 2,
        schedule_failed: 1,
        skipped: 0,
        missed: 0,
        taken_over: 1,
        error: null,
      },
    ],
    hub_probes: [],
    next_fire_at: "2026-10-22T12:33:08.000Z",
    clock_difference_ms: -38,
    zone_data: "2025b",
    virtual_time: null,
    real_now: AT,
    now: AT,
    ...over,
  };
}
