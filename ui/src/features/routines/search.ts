import type { RoutineQuery, RoutineSort, RoutineView, StateName } from "@/backend";

/** What the address of the list says. Nothing is kept that is the default. */
export interface RoutinesSearch {
  view?: RoutineView;
  q?: string;
  state?: StateName[];
  sort?: RoutineSort;
  tenant?: string;
  /** The routine in the inspector. */
  sel?: string;
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

/** Rows of one page; the list asks for the next one by cursor. */
const PAGE = 50;

/** Only what is understood: an address may come from a link of another version. */
export function readSearch(raw: Record<string, unknown>): RoutinesSearch {
  const states = Array.isArray(raw.state) ? raw.state : [raw.state];
  const known = STATES.filter((state) => states.includes(state));
  return {
    view: VIEWS.find((view) => view === raw.view && view !== "all"),
    q: text(raw.q),
    state: known.length > 0 ? known : undefined,
    sort: SORTS.find((sort) => sort === raw.sort && sort !== "next_fire"),
    tenant: text(raw.tenant),
    sel: text(raw.sel),
  };
}

/** The router reads "?q=15" as a number. */
function text(value: unknown): string | undefined {
  const plain = typeof value === "number" ? String(value) : value;
  return typeof plain === "string" && plain.trim() !== "" ? plain : undefined;
}

export function queryOf(search: RoutinesSearch): Omit<RoutineQuery, "cursor"> {
  return {
    view: search.view ?? "all",
    search: search.q?.trim() ?? null,
    states: search.state ?? [],
    tenant_id: search.tenant ?? null,
    sort: search.sort ?? "next_fire",
    limit: PAGE,
  };
}

/** How many filters narrow the view. */
export function filterCount({ q, state, tenant }: RoutinesSearch): number {
  return [q, state, tenant].filter((filter) => filter !== undefined).length;
}
