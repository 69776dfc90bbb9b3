import { useQuery } from "@tanstack/react-query";
import { type RunQuery, type RunRow, reads } from "@/backend";
import { millis } from "@/components/time";

/** How many newer runs are searched for the one right after this. */
const NEWER = 200;
/** Rows of one claim share their instant, so that the one before may stand some places down. */
const OLDER = 20;

interface Neighbours {
  previous: RunRow | null;
  next: RunRow | null;
}

/** The runs of the same routine before and after this one, in the order of history. */
export function useNeighbours(row: RunRow): Neighbours {
  const within = (part: Partial<RunQuery>): RunQuery => ({
    statuses: [],
    dead_lettered: false,
    causes: [],
    routine_id: row.routine_id,
    tenant_id: null,
    from: null,
    to: null,
    cursor: null,
    limit: NEWER,
    ...part,
  });
  // History changes at its new end: asked again when a run is written, not by the clock.
  const once = { refetchInterval: false, placeholderData: undefined } as const;
  const justAfter = new Date(millis(row.recorded_at) + 1).toISOString();
  const older = useQuery({ ...reads.runs(within({ to: justAfter, limit: OLDER })), ...once });
  const newer = useQuery({ ...reads.runs(within({ from: row.recorded_at })), ...once });
  return {
    previous: beside(older.data?.rows, row.id, 1),
    next: beside(newer.data?.rows, row.id, -1),
  };
}

/** Newest first: the run before stands below. */
function beside(rows: readonly RunRow[] | undefined, id: string, step: 1 | -1): RunRow | null {
  const at = rows?.findIndex((row) => row.id === id) ?? -1;
  return at < 0 ? null : (rows?.[at + step] ?? null);
}
