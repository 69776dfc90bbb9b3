import type { SandboxStatus, SimulateReport } from "@/backend";

/** A sandbox in the night in which the clocks go back, 41 min 30 s past two, and what lies ahead. */

export const NIGHT = "2026-10-25T00:41:30.000Z";

export function sandboxStatus(over: Partial<SandboxStatus> = {}): SandboxStatus {
  return {
    is_sandbox: true,
    refusal: null,
    clock: { rate: 60, words: "60 times faster" },
    jumps: [
      { jump: "minute", at: "2026-10-25T00:42:30.000Z", note: null },
      { jump: "hour", at: "2026-10-25T01:41:30.000Z", note: null },
      { jump: "day", at: "2026-10-26T00:41:30.000Z", note: null },
      { jump: "next_fire", at: "2026-10-25T00:45:00.000Z", note: null },
      { jump: "past_clock_change", at: "2026-10-25T02:00:00.000Z", note: null },
    ],
    passage: "What is due on the way fires at its time.",
    change: {
      at: "2026-10-25T01:00:00.000Z",
      over_at: "2026-10-25T02:00:00.000Z",
      zone: "Europe/Vienna",
      words: "03:00 becomes 02:00",
    },
    axis: {
      from: "2026-10-24T22:00:00.000Z",
      to: "2026-10-25T04:00:00.000Z",
      marks: [
        { at: "2026-10-24T23:00:00.000Z", kind: "fired", count: 2 },
        { at: "2026-10-24T23:30:00.000Z", kind: "failed", count: 1 },
        { at: "2026-10-25T01:15:00.000Z", kind: "not_fired", count: 1 },
        { at: "2026-10-25T02:00:00.000Z", kind: "planned", count: 3 },
      ],
    },
    faults: {
      seed: 4107,
      hub_unavailable: 4,
      launch_unanswered: null,
      worker_dies: null,
      database_busy: null,
      clock_ahead: null,
      runs_too_long: null,
    },
    switches: [
      {
        fault: "hub_unavailable",
        label: "Hub answers 503",
        extent: "for 1 launch in 4",
        before: "for 1 launch in",
        after: "",
        amount: 4,
        most: 10_000,
        on: true,
      },
      {
        fault: "worker_dies",
        label: "Worker dies after claim",
        extent: "once every 10 claims",
        before: "once every",
        after: "claims",
        amount: 10,
        most: 10_000,
        on: false,
      },
    ],
    pretends: "1 definition in use calls a hub; on a virtual clock it is only simulated.",
    notice: null,
    real_now: "2026-10-22T12:32:08.000Z",
    now: NIGHT,
    ...over,
  };
}

export function simulateReport(over: Partial<SimulateReport> = {}): SimulateReport {
  const tally = {
    due: 7,
    fired: 6,
    schedule_failed: 1,
    skipped: 0,
    missed: 0,
    abandoned: 0,
    open: 0,
    lost: 0,
    doubled: 0,
    explained: 0,
    not_provable: 0,
  };
  return {
    from: "2026-10-22T12:32:08.000Z",
    to: "2026-10-29T12:32:08.000Z",
    stopped: false,
    faults: sandboxStatus().faults,
    tally,
    failed_runs: 0,
    dead_lettered: 0,
    routines: [
      {
        routine_id: "01900000-0000-7000-8000-00000000000a",
        routine_name: "Nightly ledger",
        tenant_name: "Alder Freight",
        tally,
        failed_runs: 0,
        dead_lettered_at: null,
        idle: null,
        strip: ["fired", null, "schedule_failed", "fired"],
      },
    ],
    troubles: [
      {
        at: "2026-10-24T00:30:00.000Z",
        routine_id: "01900000-0000-7000-8000-00000000000a",
        routine_name: "Nightly ledger",
        status: "schedule_failed",
        dead_lettered: false,
        message: "The hub answered 503.",
      },
    ],
    notes: ["Runs that are open now were left out of the copy."],
    ...over,
  };
}
