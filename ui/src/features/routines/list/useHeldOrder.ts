import { useState } from "react";

/**
 * Keeps rows from moving away under the pointer: while `held`, known rows stand where they stood and
 * only their contents change. `key` names the question; another question begins afresh.
 */
export function useHeldOrder<Row extends { id: string }>(
  rows: readonly Row[],
  key: string,
  held: boolean,
) {
  const [kept, setKept] = useState<{ key: string; ids: string[] }>({ key, ids: [] });
  const ids = rows.map((row) => row.id);
  const shown = held && kept.key === key ? arranged(ids, kept.ids) : ids;
  if (kept.key !== key || !same(kept.ids, shown)) setKept({ key, ids: shown });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: shown.flatMap((id) => byId.get(id) ?? []),
    /** Rows that stand elsewhere in the newest order. */
    moved: ids.filter((id, index) => shown[index] !== id).length,
  };
}

function arranged(ids: readonly string[], before: readonly string[]): string[] {
  const now = new Set(ids);
  const known = before.filter((id) => now.has(id));
  const seen = new Set(known);
  return [...known, ...ids.filter((id) => !seen.has(id))];
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => other[index] === id);
}
