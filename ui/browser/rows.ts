import type { RoutineRow, RoutineState, RunRow, StripMark } from "@/backend";
import { at, routineRow, runRow } from "@/testing/factories";

/** The rows of a small desk, one in each state that a person has something to do with. */

const tenants = { "t-alder": "Alder Freight", "t-birch": "Birch Clinics" } as const;

function strip(statuses: string): StripMark[] {
  const words = { s: "succeeded", f: "failed", x: "schedule_failed", m: "missed" } as const;
  return [...statuses].map((letter, place) => ({
    run_id: `run-${place}`,
    status: words[letter as keyof typeof words],
    cause: "schedule" as const,
    at: at((place - statuses.length) * 60),
    finished_at: at((place - statuses.length) * 60 + 1),
  }));
}

function row(
  id: string,
  name: string,
  tenant: keyof typeof tenants,
  state: RoutineState,
  part: Partial<RoutineRow> = {},
): RoutineRow {
  return routineRow({
    id,
    name,
    tenant_id: tenant,
    tenant_name: tenants[tenant],
    state,
    next_fire_at: null,
    recent: strip("ssssssssssssssssssss"),
    ...part,
  });
}

const daily = (sentence: string, raw: string) => ({
  sentence,
  raw,
  zone: "Europe/Vienna",
  refusal: null,
});
const outOfSchedule = ["revive", "run_now", "edit", "delete"] as const;

export const routineRows: readonly RoutineRow[] = [
  row(
    "r-price",
    "Supplier price watch",
    "t-alder",
    { kind: "backing_off", failures: 2, limit: 5, retry_at: at(1.2) },
    {
      next_fire_at: at(1.2),
      consecutive_failures: 2,
      trigger: daily("Every 30 minutes, 07:00 to 19:59, Monday to Friday", "*/30 7-19 * * 1-5"),
      recent: strip("sssssssssssssssssxx"),
      actions: ["try_now", "run_now", "pause", "edit", "stop_retrying", "delete"],
      attention: "10 runs in a row lost their worker.",
    },
  ),
  row("r-notes", "Shift handover notes", "t-alder", {
    kind: "scheduled",
    next_fire_at: at(28),
  }),
  row(
    "r-stock",
    "Stock feed sync",
    "t-alder",
    { kind: "running", since: at(-12) },
    {
      next_fire_at: at(48),
      trigger: { sentence: "Every hour", raw: "interval 1 h", zone: null, refusal: null },
    },
  ),
  row(
    "r-ward",
    "Ward rota check",
    "t-birch",
    { kind: "overdue", since: at(-4), cause: "nobody_sweeps" },
    { next_fire_at: at(-4), trigger: daily("At 14:28 every day", "28 14 * * *") },
  ),
  row(
    "r-rates",
    "Carrier rate import",
    "t-alder",
    { kind: "dead_lettered", at: at(-51) },
    {
      consecutive_failures: 5,
      trigger: daily("At 06:10 and 13:10 every day", "10 6,13 * * *"),
      recent: strip("ssssssssssssssxxxxx"),
      actions: [...outOfSchedule],
    },
  ),
  row(
    "r-port",
    "Port slot reminder",
    "t-alder",
    { kind: "dead_lettered", at: at(-49) },
    { consecutive_failures: 5, recent: strip("sssxxxxx"), actions: [...outOfSchedule] },
  ),
  row(
    "r-toll",
    "Toll invoice match",
    "t-birch",
    { kind: "switched_off", reason: "after 10 failures", at: at(-2880) },
    {
      enabled: false,
      recent: strip("ssssssffffffffff"),
      actions: ["switch_on", "run_now", "edit", "delete"],
    },
  ),
  row(
    "r-audit",
    "Cold chain audit",
    "t-birch",
    {
      kind: "off",
      actor: "ines.duarte",
      reason: "hub restart",
      at: at(-300),
      resume_at: at(15_000),
    },
    { enabled: false, actions: ["run_now", "resume", "edit", "delete"] },
  ),
  row(
    "r-feb",
    "Leap day statement",
    "t-birch",
    { kind: "cannot_fire", reason: "31 February never comes.", at: at(-60) },
    {
      enabled: false,
      trigger: { ...daily("never", "0 6 31 2 *"), refusal: "31 February never comes." },
      recent: [],
      actions: ["edit", "run_now", "delete"],
    },
  ),
  row(
    "r-hand",
    "Rebuild the search index",
    "t-birch",
    { kind: "manual" },
    {
      trigger: { sentence: "by hand", raw: "manual", zone: null, refusal: null },
      recent: strip("sfs"),
    },
  ),
];

export const runRows: readonly RunRow[] = [
  runRow({
    id: "run-price-2",
    routine_id: "r-price",
    routine_name: "Supplier price watch",
    attempt: 2,
    cause: "retry",
    status: "schedule_failed",
    recorded_at: at(-1),
    started_at: null,
    duration_ms: 14_800,
    message: "The hub answered 503 Service Unavailable.",
  }),
  runRow({
    id: "run-stock",
    routine_id: "r-stock",
    routine_name: "Stock feed sync",
    status: "running",
    recorded_at: at(-12),
    started_at: at(-12),
    finished_at: null,
    duration_ms: null,
  }),
  runRow({ id: "run-notes" }),
  runRow({
    id: "run-rates",
    routine_id: "r-rates",
    routine_name: "Carrier rate import",
    attempt: 5,
    cause: "retry",
    status: "schedule_failed",
    recorded_at: at(-51),
    started_at: null,
    dead_lettered: true,
    message: "hub.alder.internal answered 503 Service Unavailable.",
  }),
  runRow({
    id: "run-ward",
    routine_id: "r-ward",
    routine_name: "Ward rota check",
    tenant_id: "t-birch",
    tenant_name: tenants["t-birch"],
    status: "missed",
    recorded_at: at(-860),
    started_at: null,
    finished_at: at(-860),
    duration_ms: null,
    missed: { until: at(-861), count: 3 },
    message: "nobody swept",
  }),
  runRow({
    id: "run-toll",
    routine_id: "r-toll",
    routine_name: "Toll invoice match",
    tenant_id: "t-birch",
    tenant_name: tenants["t-birch"],
    status: "failed",
    recorded_at: at(-2880),
    started_at: at(-2880),
    finished_at: at(-2879),
    message: "The ledger has no entry of this number.",
  }),
  runRow({
    id: "run-audit",
    routine_id: "r-audit",
    routine_name: "Cold chain audit",
    tenant_id: "t-birch",
    tenant_name: tenants["t-birch"],
    status: "skipped",
    recorded_at: at(-290),
    started_at: null,
    finished_at: at(-290),
    duration_ms: null,
    message: "still running",
  }),
  ...Array.from({ length: 14 }, (_, place) =>
    runRow({
      id: `run-old-${place}`,
      scheduled_for: at(-1440 * (place + 1)),
      recorded_at: at(-1440 * (place + 1)),
      started_at: at(-1440 * (place + 1)),
      finished_at: at(-1440 * (place + 1) + 1),
    }),
  ),
];
