import type { RoutineDetail, RunDetail, RunOffer, RunPage, RunRow } from "@/backend";
import { offersOf } from "./factories";

/** Answers as the commands give them. A test names only what it is about. */

export function runRow(part: Partial<RunRow> = {}): RunRow {
  return {
    id: "run-2",
    routine_id: "routine-1",
    routine_name: "Supplier price watch",
    tenant_id: "tenant-1",
    tenant_name: "Alder Freight",
    scheduled_for: "2026-10-22T12:30:00.000Z",
    attempt: 1,
    cause: "schedule",
    status: "succeeded",
    waits_for: null,
    worker: "desk-7f",
    recorded_at: "2026-10-22T12:30:02.000Z",
    started_at: "2026-10-22T12:30:03.000Z",
    finished_at: "2026-10-22T12:30:44.000Z",
    duration_ms: 41_000,
    message: null,
    missed: null,
    dead_lettered: false,
    ...part,
  };
}

export function runPage(rows: RunRow[], part: Partial<RunPage> = {}): RunPage {
  return { rows, next_cursor: null, now: "2026-10-22T12:32:08.000Z", ...part };
}

export function runDetail(
  row: Partial<RunRow> = {},
  part: Partial<Omit<RunDetail, "row">> = {},
): RunDetail {
  const whole = runRow(row);
  return {
    row: whole,
    idempotency_key: "routine-1:2026-10-22T12:30:00.000Z",
    revision: 14,
    error: null,
    input: '{"supplier_ids": [77120041839204417], "api_token": "s3cret", "drop_over_pct": 4.50}',
    input_overridden: false,
    instruction: "Compare the supplier prices with last week.",
    output: null,
    delivery: { state: "none", sentence: "There is nothing to deliver.", attempts: [] },
    definition_name: "Price hub",
    launcher: "http",
    claimed_at: whole.recorded_at,
    launched_at: whole.started_at,
    lease_until: null,
    take_overs: 0,
    attempts: [whole],
    next_attempt_at: null,
    dead_letter_after: 5,
    offers: runOffers(whole, part.next_attempt_at != null),
    routine_revision: 14,
    hand_off: [
      { label: "Request", value: "POST /internal/routines/run" },
      { label: "To", value: "hub.alder.internal:8443" },
      { label: "Time limit", value: "30 s" },
      { label: "Secret", value: "HUB" },
    ],
    cancel_requested: null,
    replay_of: null,
    previous: null,
    next: null,
    now: "2026-10-22T12:32:08.000Z",
    ...part,
  };
}

/** What Rust allows on such a run, of a hub's definition. */
function runOffers({ status }: RunRow, retryWaits: boolean): RunOffer[] {
  const waits = retryWaits ? null : "Its occurrence does not wait to be launched again.";
  const ended = !["claimed", "launching", "running"].includes(status);
  const cancel =
    status === "claimed"
      ? null
      : ended
        ? `It has ended already: ${status}.`
        : "A hub takes no word to stop.";
  return [
    { action: "try_now", why_not: waits },
    { action: "stop_retrying", why_not: waits },
    { action: "cancel", why_not: cancel },
    { action: "replay", why_not: ended ? null : "It has not ended yet." },
  ];
}

export function routineDetail(part: Partial<RoutineDetail["row"]> = {}): RoutineDetail {
  return {
    row: {
      id: "routine-1",
      tenant_id: "tenant-1",
      tenant_name: "Alder Freight",
      name: "Supplier price watch",
      owner: "mara.lind",
      revision: 14,
      enabled: true,
      state: { kind: "scheduled", next_fire_at: "2026-10-22T13:00:00.000Z" },
      trigger: {
        sentence: "Every 30 minutes",
        raw: "*/30 7-19 * * 1-5",
        zone: "Europe/Vienna",
        refusal: null,
      },
      next_fire_at: "2026-10-22T13:00:00.000Z",
      consecutive_failures: 0,
      dead_letter_after: 5,
      recent: [],
      actions: ["run_now", "pause", "edit", "delete"],
      ...part,
    },
    offers: offersOf(part.actions ?? ["run_now", "pause", "edit", "delete"]),
    instruction: "Compare the supplier prices with last week.",
    definition: {
      id: "definition-1",
      tenant_id: "tenant-1",
      tenant_name: "Alder Freight",
      name: "Price hub",
      launcher: { launcher: "simulated" },
      concurrency_cap: null,
      disabled_at: null,
      used_by: 1,
      revision: 1,
      created_at: "2026-08-03T08:00:00.000Z",
    },
    input: "{}",
    trigger: { kind: "cron", expression: "*/30 7-19 * * 1-5", zone: "Europe/Vienna" },
    destination: null,
    destination_place: null,
    misfire: "fire_once",
    overlap: "skip",
    next_fires: [],
    created_at: "2026-08-03T08:00:00.000Z",
    created_by: "mara.lind@desk",
    updated_at: "2026-08-03T08:00:00.000Z",
    now: "2026-10-22T12:32:08.000Z",
  };
}

/** A launch that was refused twice and waits for its third attempt, at 14:33:20 in Vienna. */
export function backingOff(): RunDetail {
  const refused: Partial<RunRow> = {
    status: "schedule_failed",
    started_at: null,
    message: "The hub answered 503 Service Unavailable.",
  };
  const first = runRow({
    ...refused,
    id: "run-1",
    finished_at: "2026-10-22T12:30:03.000Z",
    duration_ms: 400,
  });
  const second: Partial<RunRow> = {
    ...refused,
    attempt: 2,
    cause: "retry",
    recorded_at: "2026-10-22T12:31:05.000Z",
    finished_at: "2026-10-22T12:31:20.000Z",
    duration_ms: 14_800,
  };
  return runDetail(second, {
    error: {
      code: "hub_503",
      fingerprint: "48f5d5fa8a13",
      message: "The hub answered 503 Service Unavailable.",
      detail: '{"error":"upstream_draining","retry_token":"abc"}',
    },
    launched_at: "2026-10-22T12:31:05.000Z",
    attempts: [first, runRow(second)],
    next_attempt_at: "2026-10-22T12:33:20.000Z",
  });
}
