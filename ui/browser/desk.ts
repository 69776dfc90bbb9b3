import {
  type Backend,
  CommandFailure,
  type RoutineAt,
  type RoutineDetail,
  type RoutineMatch,
  type RoutineRow,
} from "@/backend";
import { schedulerStatus } from "@/testing/desk";
import { evidenceReport, explanation, routineEvidence, tally } from "@/testing/evidence";
import {
  appStatus,
  at,
  consequence,
  definitionRow,
  fires,
  offersOf,
  routineDetail,
  routinePage,
  tenantRow,
  triggerPreview,
} from "@/testing/factories";
import {
  errorFacts,
  failingRoutine,
  failureGroup,
  failuresPage,
  planItem,
  reviveCandidate,
  reviveDraft,
  revivePlan,
} from "@/testing/failures";
import { backingOff, runDetail, runPage } from "@/testing/runs";
import { journalPage, journalRow, settingsStatus, timeline, today } from "@/testing/today";
import { routineRows, runRows } from "./rows";

/** A small desk in memory. It remembers what is changed and refuses a lost race, as Rust does. */

const routines = new Map(routineRows.map((row) => [row.id, row]));
const asks = new URLSearchParams(location.search);
/** An address that begins "/?protection=read_only#" opens such a connection. */
let conn = appStatus(asks.get("protection") === "read_only" ? "read_only" : "full");
let settings = settingsStatus();
/** What each routine was told, where somebody changed it. */
const told = new Map<string, Partial<RoutineDetail>>();

/** What a test may do behind the window's back. */
export const outside = {
  noDatabase: () => {
    conn = { ...conn, connection: null };
  },
  /** Another client saves a routine first. */
  edits: (id: string, part: Partial<RoutineDetail>) => {
    const row = found(id);
    routines.set(id, { ...row, revision: row.revision + 1 });
    told.set(id, { ...told.get(id), ...part });
  },
  /** How often each command was asked. */
  asked: {} as Record<string, unknown[][]>,
};

declare global {
  interface Window {
    outside: typeof outside;
  }
}
window.outside = outside;

const refuse = (code: "conflict" | "not_found", message: string) =>
  new CommandFailure({ code, message, field: null });

function found(id: string): RoutineRow {
  const row = routines.get(id);
  if (!row) throw refuse("not_found", `No routine has the id ${id}.`);
  return row;
}

function detail(id: string): RoutineDetail {
  const row = found(id);
  const gone = row.state.kind === "dead_lettered" || !row.enabled;
  return routineDetail({
    row,
    offers: offersOf(row.actions),
    next_fires: gone ? [] : fires(5),
    ...told.get(id),
  });
}

function change(where: RoutineAt, part: Partial<RoutineRow>): RoutineDetail {
  const row = found(where.id);
  if (row.revision !== where.revision) {
    throw refuse(
      "conflict",
      `${row.name} was changed by t.sato to revision ${row.revision}. You looked at revision ${where.revision}.`,
    );
  }
  routines.set(row.id, { ...row, ...part, revision: row.revision + 1 });
  return detail(row.id);
}

const scheduled = (minutes: number): Partial<RoutineRow> => ({
  enabled: true,
  state: { kind: "scheduled", next_fire_at: at(minutes) },
  next_fire_at: at(minutes),
  actions: ["run_now", "pause", "edit", "delete"],
});
const paused = (reason: string, until: string | null): Partial<RoutineRow> => ({
  enabled: false,
  state: { kind: "off", actor: "ines@desk", reason, at: at(0), resume_at: until },
  next_fire_at: null,
  actions: ["run_now", "resume", "edit", "delete"],
});
const deleted: Partial<RoutineRow> = {
  enabled: false,
  state: { kind: "deleted", actor: "ines@desk", at: at(0) },
  next_fire_at: null,
  actions: ["restore"],
};

const failing = ["backing_off", "dead_lettered", "switched_off", "cannot_fire"];
const inView: Record<NonNullable<RoutineMatch["view"]>, (row: RoutineRow) => boolean> = {
  all: ({ state }) => state.kind !== "deleted",
  failing: ({ state }) => failing.includes(state.kind),
  off: ({ state }) => state.kind === "off",
  manual: ({ state }) => state.kind === "manual",
  deleted: ({ state }) => state.kind === "deleted",
};

function matching({ view = "all", search, states = [], tenant_id }: RoutineMatch): RoutineRow[] {
  const words = search?.toLowerCase() ?? "";
  return [...routines.values()].filter(
    (row) =>
      inView[view](row) &&
      row.name.toLowerCase().includes(words) &&
      (states.length === 0 || states.includes(row.state.kind)) &&
      (!tenant_id || row.tenant_id === tenant_id),
  );
}

const of = (view: keyof typeof inView) => [...routines.values()].filter(inView[view]).length;

const hub = "hub.alder.internal answered 503 Service Unavailable";
const dead = failureGroup({
  shown: [
    failingRoutine(),
    failingRoutine({ id: "r-port", name: "Port slot reminder", since: at(-49) }),
  ],
});
const groups = {
  retrying: [
    failureGroup({
      key: "p",
      title: "The hub answered 503 Service Unavailable",
      error: errorFacts({ fingerprint: "p", growing: true }),
      shown: [
        failingRoutine({
          id: "r-price",
          name: "Supplier price watch",
          consecutive_failures: 2,
          next_fire_at: at(1.2),
        }),
      ],
    }),
  ],
  dead: [dead],
  off: [
    failureGroup({
      key: "o",
      title: "The ledger has no entry of this number",
      error: errorFacts({ fingerprint: "o", code: "failed", failures: 0, last_seen: at(-2880) }),
      shown: [failingRoutine({ id: "r-toll", name: "Toll invoice match", since: at(-2880) })],
    }),
  ],
};
const plan = revivePlan({
  status: "done",
  canary_status: "succeeded",
  can_stop: false,
  can_undo: true,
  undo_until: at(0.5),
  ended_at: at(0),
  items: [
    planItem({ outcome: "revived", revived_at: at(-0.2), next_fire_at: at(28) }),
    planItem({ id: "r-port", name: "Port slot reminder", outcome: "conflict", message: "t.sato" }),
  ],
});

const answers = {
  getAppStatus: async () => conn,
  getScheduler: async () => schedulerStatus(),
  listEndpointsDown: async () => [],
  getSettings: async () => settings,
  saveSettings: async (next) => {
    settings = settingsStatus(next);
    return settings;
  },
  listTenants: async () => [
    tenantRow({ policy: { minimum_interval_seconds: 900, enabled_cap: 20 } }),
    tenantRow({ id: "t-birch", name: "Birch Clinics", routines: 6 }),
  ],
  getRetention: async (id) => ({
    tenant_id: id,
    tenant_name: "Alder Freight",
    runs: 0,
    or_more: false,
    oldest: null,
    next_at: at(60),
    runs_kept_since: null,
    pruned_at: null,
  }),
  previewTenantPolicy: async () => [],
  listOwners: async () => ["ines.duarte", "mara.lind"],
  listDefinitions: async () => [
    definitionRow({ used_by: 6 }),
    definitionRow({
      id: "d-echo",
      name: "Echo",
      launcher: { launcher: "command", program: "/bin/echo", args: ["hello"] },
      concurrency_cap: 2,
    }),
    definitionRow({ id: "d-old", name: "Old hub", disabled_at: at(-9000), used_by: 0 }),
  ],
  listRoutines: async (query) => {
    const rows = matching(query);
    return routinePage(rows.slice(0, query.limit), {
      counts: {
        all: of("all"),
        failing: of("failing"),
        off: of("off"),
        manual: of("manual"),
        deleted: of("deleted"),
      },
    });
  },
  countMatchingRoutines: async (match) => matching(match).length,
  getRoutine: async (id) => detail(id),
  getConsequence: async () => consequence(),
  getBulkConsequence: async () => ({
    sentences: [[{ words: "12 fires in the next day will not happen." }]],
    now: at(0),
  }),
  createRoutine: async (draft) => {
    const id = `r-new-${routines.size}`;
    routines.set(id, { ...found("r-notes"), id, name: draft.name, revision: 1 });
    return detail(id);
  },
  updateRoutine: async (where, draft) => {
    const done = change(where, { name: draft.name });
    told.set(where.id, { instruction: draft.instruction, input: draft.input });
    return { ...done, ...told.get(where.id) };
  },
  pauseRoutine: async (where, reason, until) => change(where, paused(reason, until)),
  resumeRoutine: async (where) => change(where, scheduled(28)),
  reviveRoutine: async (where) => change(where, { ...scheduled(28), consecutive_failures: 0 }),
  deleteRoutine: async (where) => change(where, deleted),
  restoreRoutine: async (where) => change(where, scheduled(28)),
  runRoutine: async () => runRows[2] ?? Promise.reject(refuse("not_found", "No run.")),
  runBulk: async ({ action, target }) => {
    const items = target.kind === "chosen" ? target.items : matching(target.matching);
    for (const { id, revision } of items) {
      if (action.kind === "pause") {
        change({ id, revision }, paused(action.reason, action.resume_at));
      } else change({ id, revision }, action.kind === "delete" ? deleted : scheduled(28));
    }
    return { done: items.length, left_out: [], conflicts: [], stopped: null };
  },
  getBulkProgress: async () => null,
  previewTrigger: async () => triggerPreview({ fires: fires(10) }),
  diffTrigger: async () => ({
    week_before: fires(7).map(({ at: time }) => time),
    week_after: fires(5).map(({ at: time }) => time),
    fires_before: 26,
    fires_after: 21,
    gone: [at(28)],
    come: [],
    first: at(28),
    now: at(0),
  }),
  listZones: async () => ["America/New_York", "Asia/Tokyo", "Europe/Vienna", "UTC"],
  getRoutineHealth: async () => ({
    streak: "37 planned fires in a row succeeded.",
    clean_streak: 37,
    typical: "It usually takes 41 s: the median of 50 runs that succeeded.",
    typical_ms: 41_000,
    last_success: { run_id: "run-notes", at: at(-32), message: null },
    last_failure: { run_id: "run-toll", at: at(-2880), message: hub },
    looked_at: 50,
    now: at(0),
  }),
  getRoutineFires: async () => ({
    upcoming: fires(5),
    retry_at: null,
    past: runRows.slice(2, 4),
    next_cursor: null,
    now: at(0),
  }),
  getRoutineChanges: async () => ({
    rows: [
      {
        id: "a1",
        at: at(-60),
        actor: "t.sato",
        what: "Edited",
        revision: 14,
        fields: [{ label: "Name", before: "Notes", after: "Shift notes", code: false }],
      },
    ],
    older: false,
    now: at(0),
  }),
  listRuns: async ({ routine_id, statuses, limit }) =>
    runPage(
      runRows
        .filter((row) => routine_id === null || row.routine_id === routine_id)
        .filter((row) => statuses.length === 0 || statuses.includes(row.status))
        .slice(0, limit),
    ),
  getRun: async (id) => (id === "run-price-2" ? backingOff() : runDetail(runOf(id))),
  compareRun: async () => ({ success: null, aspects: [] }),
  explainFire: async () => explanation(),
  listFailures: async () => failuresPage(groups),
  getError: async () => ({
    error: errorFacts(),
    lanes: [{ lane: "dead", routines: dead.shown, count: dead.routines }],
    now: at(0),
  }),
  listRevivePlans: async () => [],
  draftRevivePlan: async () =>
    reviveDraft({
      candidates: [
        reviveCandidate(),
        reviveCandidate({ id: "r-port", name: "Port slot reminder" }),
      ],
    }),
  startRevivePlan: async () => plan,
  getRevivePlan: async () => plan,
  getEvidence: async () =>
    evidenceReport({
      tally: tally({ due: 310, fired: 301, schedule_failed: 6, missed: 3 }),
      examined: 10,
      routines: [
        routineEvidence({ tally: tally({ fired: 21, missed: 3 }) }),
        routineEvidence({ routine_id: "r-notes", routine_name: "Shift handover notes" }),
      ],
    }),
  listJournal: async () =>
    journalPage([
      journalRow(),
      journalRow({ id: "entry-2", at: at(-60), kind: "routine.edited", actor: "t.sato" }),
    ]),
  getToday: async () => today(),
  getTimeline: async () => timeline(),
} satisfies Partial<Backend>;

function runOf(id: string) {
  const row = runRows.find((each) => each.id === id);
  if (!row) throw refuse("not_found", `No run has the id ${id}.`);
  return row;
}

/** The answers, each noted before it is given. */
export const desk = new Proxy(answers as Partial<Backend>, {
  get: (target, name: keyof Backend) => {
    const answer = target[name] as ((...args: unknown[]) => unknown) | undefined;
    return (
      answer &&
      ((...args: unknown[]) => {
        outside.asked[name] = [...(outside.asked[name] ?? []), args];
        return answer(...args);
      })
    );
  },
});
