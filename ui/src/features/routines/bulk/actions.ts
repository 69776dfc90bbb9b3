import type { BulkAction, RoutineAction, RoutineRow } from "@/backend";

/** What may be done to many at once, in the order of the bar. */
export const bulkKinds = [
  "run_now",
  "pause",
  "resume",
  "revive",
  "try_now",
  "delete",
  "restore",
] as const;

export type BulkKind = BulkAction["kind"];

/** Which actions of one routine a bulk action stands for. */
const covers: Record<BulkKind, readonly RoutineAction[]> = {
  run_now: ["run_now"],
  pause: ["pause"],
  resume: ["resume"],
  revive: ["revive", "switch_on"],
  try_now: ["try_now"],
  delete: ["delete"],
  restore: ["restore"],
};

/** How many of these rows it can be done to; Rust has the last word on each. */
export function fitting(kind: BulkKind, rows: readonly RoutineRow[]): number {
  return rows.filter((row) => row.actions.some((action) => covers[kind].includes(action))).length;
}

export const past: Record<BulkKind, string> = {
  run_now: "started",
  pause: "paused",
  resume: "resumed",
  revive: "revived",
  try_now: "tried now",
  delete: "deleted",
  restore: "restored",
};
