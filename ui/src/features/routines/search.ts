import type {
  RoutineAction,
  RoutineMatch,
  RoutineQuery,
  RoutineSort,
  RoutineView,
  StateName,
  TriggerKind,
} from "@/backend";
import { verbs } from "./actions/verbs";

/** What the address of the list says. Nothing is kept that is the default. */
export interface RoutinesSearch {
  view?: RoutineView;
  q?: string;
  state?: StateName[];
  sort?: RoutineSort;
  trigger?: TriggerKind[];
  tenant?: string;
  owner?: string;
  /** What runs this definition. */
  definition?: string;
  /** Due within so many seconds. */
  due?: number;
  /** Off for so many days or longer. */
  off?: number;
  /** The routine in the inspector. */
  sel?: string;
  /** What is asked about it: the dialog opens with the page. */
  ask?: RoutineAction;
}

export const VIEWS = ["all", "failing", "off", "manual", "deleted"] as const;
export const SORTS = ["next_fire", "name", "created"] as const;
export const STATES = [
  "scheduled",
  "running",
  "overdue",
  "backing_off",
  "dead_lettered",
  "off",
  "switched_off",
  "cannot_fire",
  "manual",
  "done",
] as const satisfies readonly StateName[];

export const TRIGGERS = ["cron", "interval", "once", "manual"] as const;

/** Rows of one page; the list asks for the next one by cursor. */
const PAGE = 50;

/** Only what is understood: an address may come from a link of another version. */
export function readSearch(raw: Record<string, unknown>): RoutinesSearch {
  return {
    view: VIEWS.find((view) => view === raw.view && view !== "all"),
    q: text(raw.q),
    state: chosen(STATES, raw.state),
    trigger: chosen(TRIGGERS, raw.trigger),
    sort: SORTS.find((sort) => sort === raw.sort && sort !== "next_fire"),
    tenant: text(raw.tenant),
    owner: text(raw.owner),
    definition: text(raw.definition),
    due: whole(raw.due),
    off: whole(raw.off),
    sel: text(raw.sel),
    ask: (Object.keys(verbs) as RoutineAction[]).find((action) => action === raw.ask),
  };
}

/** Those that are known, in their own order; none is as good as all. */
function chosen<Word extends string>(known: readonly Word[], raw: unknown): Word[] | undefined {
  const asked: unknown[] = Array.isArray(raw) ? raw : [raw];
  const found = known.filter((word) => asked.includes(word));
  return found.length > 0 ? found : undefined;
}

function whole(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 && number <= 0xffff_ffff ? number : undefined;
}

/** The router reads "?q=15" as a number. */
function text(value: unknown): string | undefined {
  const plain = typeof value === "number" ? String(value) : value;
  return typeof plain === "string" && plain.trim() !== "" ? plain : undefined;
}

export function matchOf(search: RoutinesSearch): RoutineMatch {
  return {
    view: search.view ?? "all",
    search: search.q?.trim() ?? null,
    states: search.state ?? [],
    triggers: search.trigger ?? [],
    tenant_id: search.tenant ?? null,
    definition_id: search.definition ?? null,
    owner: search.owner ?? null,
    due_within_seconds: search.due ?? null,
    off_for_days: search.off ?? null,
  };
}

export function queryOf(search: RoutinesSearch): Omit<RoutineQuery, "cursor"> {
  return { ...matchOf(search), sort: search.sort ?? "next_fire", limit: PAGE };
}

/** What narrows the view, each under the name that screens give it. */
const narrowing = {
  q: "Words",
  state: "State",
  trigger: "Trigger",
  tenant: "Tenant",
  owner: "Owner",
  definition: "Definition",
  due: "Due",
  off: "Off",
} as const satisfies Partial<Record<keyof RoutinesSearch, string>>;

type Narrowing = keyof typeof narrowing;

export function narrowedBy(search: RoutinesSearch): Narrowing[] {
  const keys = Object.keys(narrowing) as Narrowing[];
  return keys.filter((key) => search[key] !== undefined);
}

export function narrowingNames(search: RoutinesSearch): string {
  const names = narrowedBy(search).map((key) => (key === "q" ? `“${search.q}”` : narrowing[key]));
  return names.join(" and ");
}

/** Every filter taken away. */
export const unfiltered: Partial<RoutinesSearch> = Object.fromEntries(
  Object.keys(narrowing).map((key) => [key, undefined]),
);

/** How many filters narrow the view. */
export function filterCount(search: RoutinesSearch): number {
  return narrowedBy(search).length;
}
