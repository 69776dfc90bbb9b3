import type { RunQuery } from "@/backend";

/** The newest runs of one routine: shown in its list, and the source of its last error. */
export function recentRuns(routineId: string): RunQuery {
  return {
    statuses: [],
    dead_lettered: false,
    causes: [],
    routine_id: routineId,
    tenant_id: null,
    from: null,
    to: null,
    cursor: null,
    limit: 8,
  };
}
