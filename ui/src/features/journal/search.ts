import type { JournalQuery } from "@/backend";

/** What the address of the journal says. */
export interface JournalSearch {
  /** `routine:<id>`, `tenant:<id>`, … */
  subject?: string;
  actor?: string;
  kind?: string[];
  tenant?: string;
  /** The name of a range; absent means all time. */
  from?: RangeName;
  /** The entry beside the list. */
  sel?: string;
}

const HOUR = 3_600_000;

export const ranges = [
  { value: "1h", label: "Last hour", ms: HOUR },
  { value: "24h", label: "Last 24 hours", ms: 24 * HOUR },
  { value: "7d", label: "Last 7 days", ms: 168 * HOUR },
  { value: "all", label: "All time", ms: null },
] as const;

export type RangeName = (typeof ranges)[number]["value"];

const PAGE = 50;

export function readSearch(raw: Record<string, unknown>): JournalSearch {
  const kinds = (Array.isArray(raw.kind) ? raw.kind : [raw.kind]).filter(
    (kind): kind is string => typeof kind === "string" && kind !== "",
  );
  return {
    subject: text(raw.subject),
    actor: text(raw.actor),
    kind: kinds.length > 0 ? kinds : undefined,
    tenant: text(raw.tenant),
    from: ranges.find(({ value }) => value === raw.from && value !== "all")?.value,
    sel: text(raw.sel),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export function queryOf(search: JournalSearch, now: number): Omit<JournalQuery, "cursor"> {
  const ms = ranges.find(({ value }) => value === search.from)?.ms ?? null;
  return {
    subject: search.subject ?? null,
    actor: search.actor ?? null,
    kinds: search.kind ?? [],
    tenant_id: search.tenant ?? null,
    from: ms === null ? null : new Date(now - ms).toISOString(),
    to: null,
    limit: PAGE,
  };
}

export const CLEARED: Partial<JournalSearch> = {
  subject: undefined,
  actor: undefined,
  kind: undefined,
  from: undefined,
  sel: undefined,
};

export function isNarrowed({ subject, actor, kind, from }: JournalSearch): boolean {
  return [subject, actor, kind, from].some((part) => part !== undefined);
}
