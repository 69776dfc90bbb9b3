/** What the address of the page says: only the scope of the whole window. */
export interface TodaySearch {
  tenant?: string;
}

export function readSearch(raw: Record<string, unknown>): TodaySearch {
  return { tenant: typeof raw.tenant === "string" && raw.tenant !== "" ? raw.tenant : undefined };
}
