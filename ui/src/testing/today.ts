import type {
  FailingRow,
  JournalPage,
  JournalRow,
  PastSlot,
  PlannedSlot,
  SettingsStatus,
  Timeline,
  Today,
} from "@/backend";
import { at, routineRow } from "./factories";
import { NOW } from "./now";

/** Answers about the day, the journal and the settings, as they look at `NOW`. */

const SLOT = 30 * 60_000;

/** The half hour, counted from the one of `NOW`. */
export function slotAt(slots: number): string {
  return new Date(Math.floor(NOW / SLOT) * SLOT + slots * SLOT).toISOString();
}

export function failingRow(part: Partial<FailingRow["routine"]> = {}, error?: string): FailingRow {
  return {
    routine: routineRow({
      id: "r-price",
      name: "Supplier price watch",
      state: { kind: "backing_off", failures: 2, limit: 5, retry_at: at(1.2) },
      consecutive_failures: 2,
      ...part,
    }),
    error: error ?? "The hub answered 503 Service Unavailable.",
  };
}

export function today(part: Partial<Today> = {}): Today {
  return {
    attention: {
      backing_off: 1,
      next_retry_at: at(1.2),
      dead_lettered: 1,
      switched_off: 0,
      cannot_fire: 0,
      overdue: 0,
      open_breakers: 0,
      routines: 186,
    },
    pulse: [
      { at: at(-1), lag_ms: 800, failed: false },
      { at: at(-0.5), lag_ms: 9_000, failed: false },
      { at: at(-0.1), lag_ms: null, failed: true },
    ],
    failing: [
      failingRow(),
      failingRow({
        id: "r-carrier",
        name: "Carrier rate import",
        state: { kind: "dead_lettered", at: at(-51) },
        actions: ["revive", "run_now", "edit", "delete"],
      }),
    ],
    shared_cause: {
      since: at(-210),
      sentence: "40 launches of 9 routines failed alike: “The hub answered 503”.",
      fingerprint: "f1",
      code: "hub_503",
      is_launch: true,
      runs: 40,
      routines: 9,
    },
    now: at(0),
    ...part,
  };
}

export function pastSlot(slots: number, counts: Partial<Record<string, number>>): PastSlot {
  return {
    at: slotAt(slots),
    counts: Object.entries(counts).map(([status, runs]) => ({
      status: status as PastSlot["counts"][number]["status"],
      runs: runs ?? 0,
    })),
  };
}

export function plannedSlot(slots: number, fires: number, part: Partial<PlannedSlot> = {}) {
  return { at: slotAt(slots), fires, once: 0, retries: 0, ...part };
}

export function timeline(part: Partial<Timeline> = {}): Timeline {
  return {
    from: slotAt(-48),
    to: slotAt(48),
    slot_seconds: 1800,
    past: [
      pastSlot(-20, { succeeded: 30, failed: 2 }),
      pastSlot(-5, { succeeded: 12, schedule_failed: 6, missed: 1 }),
    ],
    past_cut_at: null,
    planned: [
      plannedSlot(1, 8, { retries: 4 }),
      plannedSlot(9, 12, { once: 1 }),
      plannedSlot(31, 43),
    ],
    planned_is_cut: false,
    stopped: 11,
    held_back: 31,
    now: at(0),
    ...part,
  };
}

export function journalRow(part: Partial<JournalRow> = {}): JournalRow {
  return {
    id: "entry-1",
    at: at(-3),
    actor: "ines.duarte@desk",
    database_role: null,
    kind: "routine.paused",
    subject: {
      subject: "routine:r-notes",
      kind: "routine",
      id: "r-notes",
      name: "Shift handover notes",
    },
    tenant_id: "t-alder",
    tenant_name: "Alder Freight",
    changes: [
      { field: "off.reason", before: null, after: "hub restart" },
      { field: "revision", before: "13", after: "14" },
    ],
    ...part,
  };
}

export function journalPage(rows: JournalRow[], part: Partial<JournalPage> = {}): JournalPage {
  return { rows, next_cursor: null, now: at(0), ...part };
}

export function settingsStatus(
  settings: Partial<SettingsStatus["settings"]> = {},
  part: Partial<SettingsStatus> = {},
): SettingsStatus {
  return {
    settings: {
      theme: "system",
      zone: null,
      density: "comfortable",
      live: "usual",
      notices: {
        dead_lettered: true,
        switched_off: true,
        nobody_sweeps: true,
        canary_failed: true,
        recovered: true,
      },
      habits: { system_notices: true, tray: false, keep_running: false, menu_bar: false },
      default_window: "7d",
      time_format: "24h",
      scale_percent: 100,
      ...settings,
    },
    file: "routine-desk/settings.json",
    warning: null,
    desktop_zone: "Europe/Vienna",
    ...part,
  };
}
