import {
  answerTo,
  type BulkAction,
  type BulkReport,
  type BulkTarget,
  type Confirmation,
  failure,
  type RoutineAt,
  useConnection,
  useWrite,
} from "@/backend";
import { useToasts } from "@/components/Toast";
import { count } from "@/components/time";
import { verbs } from "../actions/verbs";
import type { SelectionState } from "../list/useSelection";
import { past } from "./actions";

/** A bulk action can be taken back for so long. */
const UNDO_MS = 30_000;

/** What takes an action back, where one can. */
const back: Partial<Record<BulkAction["kind"], "resume" | "restore">> = {
  pause: "resume",
  delete: "restore",
};

/** Does it to all that were chosen, and offers one step back. */
export function useBulk() {
  const toasts = useToasts();
  const write = useWrite("runBulk");
  const { name, asksOfMany } = useConnection();

  async function undo(kind: "resume" | "restore", items: RoutineAt[]) {
    const target = { kind: "chosen" as const, items };
    try {
      const {
        done,
        left_out: leftOut,
        conflicts,
      } = await write.mutateAsync([
        { action: { kind }, target },
        // The action itself was confirmed for these routines a moment ago.
        ...answerTo(asksOfMany(items.length), name),
      ]);
      toasts.done(`${count(done)} ${past[kind]}`);
      const other = leftOut.length + conflicts.length;
      if (other > 0) {
        toasts.refused(
          `Undo left ${count(other)} as they are.`,
          leftOut[0]?.reason ?? `${conflicts[0]?.name} was changed by ${conflicts[0]?.changed_by}.`,
        );
      }
    } catch (thrown) {
      toasts.refused(`Undo failed: ${verbs[kind].label}.`, failure(thrown).message);
    }
  }

  async function run(
    action: BulkAction,
    of: SelectionState,
    confirmed: [] | [Confirmation],
  ): Promise<BulkReport> {
    const report = await write.mutateAsync([{ action, target: targetOf(of) }, ...confirmed]);
    const way = back[action.kind];
    const changed = of.all === null && report.stopped === null ? changedBy(report, of) : [];
    if (way && changed.length > 0) {
      const said = `${count(changed.length)} ${past[action.kind]}`;
      toasts.undoable(said, () => void undo(way, changed), UNDO_MS);
    }
    return report;
  }
  return { run, isPending: write.isPending, error: write.error };
}

/** Those that it was done to, each at the revision that this led to. */
function changedBy({ left_out: leftOut, conflicts }: BulkReport, of: SelectionState): RoutineAt[] {
  const not = new Set([...leftOut, ...conflicts].map(({ id }) => id));
  return of.rows
    .filter(({ id }) => !not.has(id))
    .map(({ id, revision }) => ({ id, revision: revision + 1 }));
}

export function targetOf({ all, rows, matching }: SelectionState): BulkTarget {
  if (all !== null) return { kind: "matching", matching, at_most: all };
  const items = rows.map(({ id, revision }) => ({ id, revision }));
  return { kind: "chosen", items };
}
