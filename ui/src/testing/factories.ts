import type {
  AppStatus,
  ConsequenceNote,
  DefinitionRow,
  FirePreview,
  RoutineAction,
  RoutineDetail,
  RoutineOffer,
  RoutinePage,
  RoutineRow,
  RunRow,
  TenantRow,
  TriggerPreview,
} from "@/backend";
import { guarded } from "./desk";
import { NOW } from "./now";

/** Answers of the commands as they look at `NOW`, each with what a test wants to be different. */

const MINUTE = 60_000;

/** Minutes from `NOW`, as it travels on the wire. */
export function at(minutes: number): string {
  return new Date(NOW + minutes * MINUTE).toISOString();
}

export function appStatus(
  protection: "read_only" | "confirm" | "full" = "full",
  part: Partial<AppStatus> = {},
): AppStatus {
  return {
    version: "0.1.0",
    viewer_zone: "Europe/Vienna",
    connection: {
      name: "Production EU",
      engine: "postgres",
      address: "db.example:5432/routines",
      colour: "brick",
      profile_id: "p-production",
      ...guarded(protection),
      schema: { kind: "current" },
      local_demo: false,
      without_tenants: false,
      opened_at: at(-60),
    },
    remembered: null,
    ...part,
  };
}

export function tenantRow(part: Partial<TenantRow> = {}): TenantRow {
  return {
    id: "t-alder",
    name: "Alder Freight",
    policy: {},
    routines: 4,
    revision: 1,
    created_at: at(-9000),
    ...part,
  };
}

export function definitionRow(part: Partial<DefinitionRow> = {}): DefinitionRow {
  return {
    id: "d-hub",
    tenant_id: "t-alder",
    tenant_name: "Alder Freight",
    name: "Pricing agent",
    launcher: { launcher: "http", url: "https://hub.alder.internal/run", secret_name: "HUB" },
    concurrency_cap: null,
    disabled_at: null,
    used_by: 1,
    revision: 1,
    created_at: at(-9000),
    ...part,
  };
}

export function routineRow(part: Partial<RoutineRow> = {}): RoutineRow {
  return {
    id: "r-notes",
    tenant_id: "t-alder",
    tenant_name: "Alder Freight",
    name: "Shift handover notes",
    owner: "mara.lind",
    revision: 14,
    enabled: true,
    state: { kind: "scheduled", next_fire_at: at(28) },
    trigger: {
      sentence: "At 15:00, Monday to Saturday",
      raw: "0 15 * * 1-6",
      zone: "Europe/Vienna",
      refusal: null,
    },
    next_fire_at: at(28),
    consecutive_failures: 0,
    dead_letter_after: 5,
    recent: [],
    actions: ["run_now", "pause", "edit", "delete"],
    ...part,
  };
}

export function routinePage(rows: RoutineRow[], part: Partial<RoutinePage> = {}): RoutinePage {
  return {
    rows,
    next_cursor: null,
    matching: rows.length,
    counts: { all: rows.length, failing: 0, off: 0, manual: 0, deleted: 0 },
    now: at(0),
    ...part,
  };
}

/** One fire a day from `NOW` on, in Vienna. */
export function fires(days: number): FirePreview[] {
  return Array.from({ length: days }, (_, day) => ({
    at: new Date(Date.UTC(2026, 9, 22 + day, 13)).toISOString(),
    wall_clock: `2026-10-${22 + day}T15:00:00`,
    offset_seconds: 7200,
    mark: null,
  }));
}

/** Every action with its reason, as the row allows it. */
export function offersOf(actions: readonly RoutineAction[]): RoutineOffer[] {
  const all = [
    "try_now",
    "restore",
    "revive",
    "switch_on",
    "resume",
    "run_now",
    "pause",
    "edit",
    "stop_retrying",
    "delete",
  ] as const satisfies readonly RoutineAction[];
  return all.map((action) => ({
    action,
    why_not: actions.includes(action)
      ? null
      : `It cannot ${action.replace("_", " ")} as it stands.`,
  }));
}

export function consequence(part: Partial<ConsequenceNote> = {}): ConsequenceNote {
  return {
    sentences: [[{ words: "It next fires at " }, { at: at(28) }, { words: "." }]],
    first_fire: at(28),
    fires_lost: null,
    passed_once: null,
    why_not: null,
    now: at(0),
    ...part,
  };
}

export function routineDetail(part: Partial<RoutineDetail> = {}): RoutineDetail {
  return {
    row: routineRow(),
    offers: offersOf((part.row ?? routineRow()).actions),
    instruction: "Write the handover notes of the shift.",
    definition: definitionRow(),
    input: '{"ledger_id": 9007199254740993}',
    trigger: { kind: "cron", expression: "0 15 * * 1-6", zone: "Europe/Vienna" },
    destination: null,
    destination_place: null,
    misfire: "fire_once",
    overlap: "skip",
    next_fires: fires(3),
    created_at: at(-9000),
    created_by: "mara.lind",
    updated_at: at(-900),
    now: at(0),
    ...part,
  };
}

export function runRow(part: Partial<RunRow> = {}): RunRow {
  return {
    id: "run-1",
    routine_id: "r-notes",
    routine_name: "Shift handover notes",
    tenant_id: "t-alder",
    tenant_name: "Alder Freight",
    scheduled_for: at(-32),
    attempt: 1,
    cause: "schedule",
    status: "succeeded",
    waits_for: null,
    worker: "worker-1",
    recorded_at: at(-32),
    started_at: at(-32),
    finished_at: at(-31),
    duration_ms: 41_000,
    message: null,
    missed: null,
    dead_lettered: false,
    ...part,
  };
}

export function triggerPreview(part: Partial<TriggerPreview> = {}): TriggerPreview {
  return {
    sentence: "At 15:00, Monday to Saturday",
    fires: fires(3),
    not_fired: [],
    fields: [
      { label: "minute", text: "0", meaning: "minute 0" },
      { label: "hour", text: "15", meaning: "hour 15" },
      { label: "day of month", text: "*", meaning: "any day" },
      { label: "month", text: "*", meaning: "any month" },
      { label: "day of week", text: "1-6", meaning: "Monday to Saturday" },
    ],
    next_clock_change: {
      at: "2026-10-25T01:00:00Z",
      offset_before_seconds: 7200,
      offset_after_seconds: 3600,
    },
    floor: { kept: true, sentence: "Closest two fires are 1 d apart. The floor is 15 min." },
    clock_notes: ["Clocks go back Sun 25 Oct 2026, no effect here."],
    warnings: [],
    now: at(0),
    ...part,
  };
}
