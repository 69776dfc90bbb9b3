import type { Cause, RunQuery, RunStatus } from "@/backend";
import { defaultWindow } from "@/components/defaultWindow";
import { isRange } from "./ranges";

/** What the address of the list says. Nothing is kept that is the default. */
export interface RunsSearch {
  /** Text in the error, the key or the input. */
  q?: string;
  status?: RunStatus[];
  /** Only the failures that dead-lettered their routine. */
  dead?: true;
  cause?: Cause[];
  /** Set by a link from a routine. */
  routine?: string;
  /** The scope of the whole window, chosen outside of this page. */
  tenant?: string;
  /** The name of a range ("1h", "all"), or an instant. Absent means what Settings say. */
  from?: string;
  /** An instant. */
  to?: string;
  /** The row under the cursor. */
  sel?: string;
}

export const STATUSES = [
  "claimed",
  "launching",
  "running",
  "succeeded",
  "failed",
  "schedule_failed",
  "skipped",
  "missed",
  "cancelled",
  "abandoned",
] as const satisfies readonly RunStatus[];

export const CAUSES = [
  "schedule",
  "retry",
  "catch_up",
  "manual",
  "once",
  "replay",
  "webhook",
] as const satisfies readonly Cause[];

/** Rows of one page; the list asks for the next one by cursor. */
const PAGE = 50;

/** Only what is understood: an address may come from a link of another version. */
export function readSearch(raw: Record<string, unknown>): RunsSearch {
  const from = text(raw.from);
  const to = text(raw.to);
  return {
    q: text(raw.q),
    status: known(STATUSES, raw.status),
    dead: raw.dead === true || raw.dead === "true" || raw.dead === 1 ? true : undefined,
    cause: known(CAUSES, raw.cause),
    routine: text(raw.routine),
    tenant: text(raw.tenant),
    from: from !== undefined && from !== defaultWindow() && isBound(from) ? from : undefined,
    to: to !== undefined && !Number.isNaN(Date.parse(to)) ? to : undefined,
    sel: text(raw.sel),
  };
}

/** One run stands for itself; the scope is only kept for the way back. */
export function readDetailSearch(raw: Record<string, unknown>): Pick<RunsSearch, "tenant"> {
  return { tenant: text(raw.tenant) };
}

function known<Word extends string>(words: readonly Word[], raw: unknown): Word[] | undefined {
  const given: unknown[] = Array.isArray(raw) ? raw : [raw];
  const found = words.filter((word) => given.includes(word));
  return found.length > 0 ? found : undefined;
}

function isBound(from: string): boolean {
  return isRange(from) || !Number.isNaN(Date.parse(from));
}

/** The router reads "?routine=15" as a number. */
function text(value: unknown): string | undefined {
  const plain = typeof value === "number" ? String(value) : value;
  return typeof plain === "string" && plain.trim() !== "" ? plain : undefined;
}

export function queryOf(search: RunsSearch): Omit<RunQuery, "cursor" | "from" | "to"> {
  return {
    statuses: search.status ?? [],
    dead_lettered: search.dead ?? false,
    causes: search.cause ?? [],
    routine_id: search.routine ?? null,
    tenant_id: search.tenant ?? null,
    search: search.q ?? null,
    limit: PAGE,
  };
}

/** What narrows the list beside the tenant and the usual window, in words. */
export function filterNames(search: RunsSearch): string[] {
  const { q, status, dead, cause, routine, from, to } = search;
  return [
    q && `“${q}”`,
    (status || dead) && "Status",
    cause && "Cause",
    routine && "Routine",
    ((from && from !== "all") || to) && "Time",
  ].filter((name) => typeof name === "string");
}

/** Without the filters; the scope stays. */
export const CLEARED: Partial<RunsSearch> = {
  q: undefined,
  status: undefined,
  dead: undefined,
  cause: undefined,
  routine: undefined,
  from: undefined,
  to: undefined,
};
