import type {
  ErrorFacts,
  FailingRoutine,
  FailureGroup,
  FailureLanePage,
  FailuresPage,
  ReviveCandidate,
  ReviveDraft,
  RevivePlan,
  RevivePlanItem,
} from "@/backend";
import { at } from "./factories";

/** Failures and revive plans as they look at `NOW`. */

export function errorFacts(part: Partial<ErrorFacts> = {}): ErrorFacts {
  return {
    fingerprint: "48f5d5fa8a13",
    code: "http_status",
    sentence: "hub.alder.internal answered 503 Service Unavailable.",
    hours: [...Array<number>(20).fill(0), 3, 12, 14, 6],
    failures: 35,
    first_seen: at(-210),
    last_seen: at(-51),
    growing: false,
    muted: null,
    ...part,
  };
}

export function failingRoutine(part: Partial<FailingRoutine> = {}): FailingRoutine {
  return {
    id: "r-rates",
    revision: 3,
    name: "Carrier rate import",
    tenant_name: "Alder Freight",
    definition_name: "Pricing agent",
    consecutive_failures: 5,
    dead_letter_after: 5,
    next_fire_at: null,
    since: at(-51),
    run_id: "run-9",
    message: "hub.alder.internal answered 503 Service Unavailable.",
    ...part,
  };
}

export function failureGroup(part: Partial<FailureGroup> = {}): FailureGroup {
  const shown = part.shown ?? [failingRoutine()];
  return {
    key: "48f5d5fa8a13",
    title: "hub.alder.internal answered 503 Service Unavailable",
    error: errorFacts(),
    tenant_names: ["Alder Freight"],
    tenants: 1,
    place: "https://hub.alder.internal",
    since: at(-51),
    routines: shown.length,
    members: shown.map(({ id, revision }) => ({ id, revision })),
    gave_up: 0,
    ...part,
    shown,
  };
}

export function lanePage(
  lane: FailureLanePage["lane"],
  groups: FailureGroup[],
  part: Partial<FailureLanePage> = {},
): FailureLanePage {
  return {
    lane,
    groups,
    more_groups: 0,
    routines: groups.reduce((sum, group) => sum + group.routines, 0),
    bounded: false,
    next_fire_at: null,
    oldest: groups.length > 0 ? at(-4320) : null,
    ...part,
  };
}

export function failuresPage(
  lanes: Partial<Record<FailureLanePage["lane"], FailureGroup[]>> = {},
  part: Partial<FailuresPage> = {},
): FailuresPage {
  const pages = (["retrying", "dead", "off"] as const).map((lane) =>
    lanePage(lane, lanes[lane] ?? []),
  );
  const groups = pages.flatMap((page) => page.groups);
  return {
    lanes: pages,
    routines: groups.reduce((sum, group) => sum + group.routines, 0),
    errors: new Set(groups.map((group) => group.error?.fingerprint)).size,
    off_by_person: 0,
    now: at(0),
    ...part,
  };
}

export function reviveCandidate(part: Partial<ReviveCandidate> = {}): ReviveCandidate {
  return {
    id: "r-rates",
    revision: 3,
    name: "Carrier rate import",
    tenant_name: "Alder Freight",
    lane: "dead",
    next_fire_at: at(28),
    lost_fires: 4,
    usual_ms: 9_000,
    ...part,
  };
}

export function reviveDraft(part: Partial<ReviveDraft> = {}): ReviveDraft {
  const candidates = part.candidates ?? [reviveCandidate()];
  return {
    subject: "Group “hub.alder.internal answered 503 Service Unavailable”",
    candidates,
    left_out: [],
    tenant_names: ["Alder Freight"],
    lost_fires: candidates.reduce((sum, routine) => sum + routine.lost_fires, 0),
    canary: candidates[0]?.id ?? null,
    now: at(0),
    ...part,
  };
}

export function planItem(part: Partial<RevivePlanItem> = {}): RevivePlanItem {
  return {
    id: "r-rates",
    name: "Carrier rate import",
    tenant_name: "Alder Freight",
    revive_at: null,
    revived_at: null,
    outcome: null,
    message: null,
    next_fire_at: null,
    ...part,
  };
}

export function revivePlan(part: Partial<RevivePlan> = {}): RevivePlan {
  return {
    id: "p-1",
    subject: "Group “hub.alder.internal answered 503 Service Unavailable”",
    created_by: "ines@desk",
    created_at: at(-1),
    status: "canary",
    canary: "r-rates",
    canary_run: "run-10",
    canary_status: "running",
    canary_until: at(4),
    spread_seconds: 600,
    stop_after: 2,
    next_step_at: at(0.03),
    ended_at: null,
    message: null,
    can_stop: true,
    undo_until: null,
    can_undo: false,
    items: [planItem(), planItem({ id: "r-port", name: "Port slot reminder" })],
    now: at(0),
    ...part,
  };
}
