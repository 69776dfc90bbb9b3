import { useState } from "react";

/** Rows that stand still while someone reads them: contents follow, places do not. */
interface Held<Row> {
  rows: readonly Row[];
  /** How many newer rows wait above. */
  newer: number;
  /** Lets the waiting ones in. */
  apply: () => void;
}

/**
 * `list` names the list the rows belong to: another list is shown at once, held or not.
 * What has left the list meanwhile stays as it was last seen, so that nothing moves up.
 */
export function useHeldRows<Row extends { id: string }>(
  fresh: readonly Row[],
  held: boolean,
  list: string,
): Held<Row> {
  const [shown, setShown] = useState({ list, rows: fresh });
  const free = !held || shown.list !== list || shown.rows.length === 0;
  const rows = free ? fresh : merge(shown.rows, fresh);
  if (shown.list !== list || !same(shown.rows, rows)) setShown({ list, rows });
  return {
    rows,
    newer: free ? 0 : newerThan(rows, fresh),
    apply: () => setShown({ list, rows: fresh }),
  };
}

function merge<Row extends { id: string }>(shown: readonly Row[], fresh: readonly Row[]): Row[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map((row) => row.id));
  const last = fresh.findLastIndex((row) => known.has(row.id));
  const older = last < 0 ? [] : fresh.slice(last + 1);
  return [...shown.map((row) => byId.get(row.id) ?? row), ...older];
}

function newerThan<Row extends { id: string }>(rows: readonly Row[], fresh: readonly Row[]) {
  const known = new Set(rows.map((row) => row.id));
  return fresh.filter((row) => !known.has(row.id)).length;
}

function same<Row>(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index]);
}
