import { type ReactNode, useState } from "react";
import {
  failure,
  type RoutineAction,
  type RoutineDetail,
  type RoutineRow,
  useConnection,
  useWrite,
} from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { useToasts } from "@/components/Toast";
import { absolute } from "@/components/time";
import { useGo } from "../addresses";
import { verbs } from "./verbs";

const seen = ({ id, revision }: RoutineRow) => ({ id, revision });
const at = ({ row }: RoutineDetail) => seen(row);

/** The writes on one routine, each with its toast. Every one answers whether it was done. */
export function useRoutineWrites() {
  const toasts = useToasts();
  const go = useGo();
  const now = useNow();
  const zone = useZone();
  // Where the connection asks first, a dialog has asked before any of these.
  const { confirmed } = useConnection();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const pauseWrite = useWrite("pauseRoutine").mutateAsync;
  const resumeWrite = useWrite("resumeRoutine").mutateAsync;
  const reviveWrite = useWrite("reviveRoutine").mutateAsync;
  const deleteWrite = useWrite("deleteRoutine").mutateAsync;
  const restoreWrite = useWrite("restoreRoutine").mutateAsync;
  const runWrite = useWrite("runRoutine").mutateAsync;
  const tryWrite = useWrite("tryRoutineNow").mutateAsync;
  const stopWrite = useWrite("stopRetryingRoutine").mutateAsync;
  const backWrite = useWrite("bringBackRoutineAtOnce").mutateAsync;

  /** Does it, and says why not when it was refused. */
  async function attempt(verb: string, row: RoutineRow, write: () => Promise<void>) {
    setBusy((before) => new Set(before).add(row.id));
    try {
      await write();
      return true;
    } catch (thrown) {
      const { code, message } = failure(thrown);
      const look = { label: "See their change", run: () => go.page(row.id) };
      const title = `${verb} failed for ${row.name}.`;
      toasts.refused(title, message, code === "conflict" ? look : undefined);
      return false;
    } finally {
      setBusy((before) => new Set([...before].filter((id) => id !== row.id)));
    }
  }

  const said = (past: string, row: RoutineRow, rest?: ReactNode) => (
    <>
      {past} <strong>{row.name}</strong>
      {rest}
    </>
  );
  const undo = (row: RoutineRow, write: () => Promise<unknown>) => () =>
    void attempt("Undo", row, async () => void (await write()));
  const nextFire = ({ row }: RoutineDetail) =>
    row.next_fire_at ? `, next fire ${absolute(row.next_fire_at, now, zone)}` : ", no next fire";

  const writes = {
    busy,
    pause: (row: RoutineRow, reason: string, until: string | null) =>
      attempt("Pause", row, async () => {
        const done = await pauseWrite([seen(row), reason, until, ...confirmed()]);
        toasts.undoable(
          said("Paused", row),
          undo(row, () => resumeWrite([at(done)])),
        );
      }),
    resume: (row: RoutineRow) =>
      attempt("Resume", row, async () => {
        const done = await resumeWrite([seen(row), ...confirmed()]);
        const before = row.state.kind === "off" ? row.state : null;
        toasts.undoable(
          said("Resumed", row, nextFire(done)),
          undo(row, () => pauseWrite([at(done), before?.reason ?? "", before?.resume_at ?? null])),
        );
      }),
    revive: (row: RoutineRow, action: "revive" | "switch_on") =>
      attempt(verbs[action].label, row, async () => {
        const done = await reviveWrite([seen(row), ...confirmed()]);
        toasts.done(said(action === "revive" ? "Revived" : "Switched on", row, nextFire(done)));
      }),
    remove: (row: RoutineRow) =>
      attempt("Delete", row, async () => {
        const done = await deleteWrite([seen(row), ...confirmed("delete")]);
        toasts.undoable(
          said("Deleted", row),
          undo(row, () => restoreWrite([at(done)])),
        );
      }),
    restore: (row: RoutineRow) =>
      attempt("Restore", row, async () => {
        const done = await restoreWrite([seen(row), ...confirmed()]);
        toasts.done(said("Restored", row, nextFire(done)));
      }),
    tryNow: (row: RoutineRow) =>
      attempt("Try now", row, async () => {
        await tryWrite([seen(row), ...confirmed()]);
        toasts.done(said("Trying now:", row));
      }),
    stopRetrying: (row: RoutineRow) =>
      attempt("Stop retrying", row, async () => {
        const done = await stopWrite([seen(row), ...confirmed()]);
        toasts.done(said("Stopped retrying", row, nextFire(done)));
      }),
    /** Back into the schedule, with the single fire that passed meanwhile run at once. */
    backAtOnce: (row: RoutineRow, action: RoutineAction) =>
      attempt(verbs[action].label, row, async () => {
        const way = action === "resume" || action === "restore" ? action : "revive";
        await backWrite([seen(row), way, ...confirmed()]);
        toasts.done(said("Running at once:", row));
      }),
    run: (row: RoutineRow, input: string | null) =>
      attempt("Run now", row, async () => {
        const run = await runWrite([row.id, input, ...confirmed()]);
        toasts.done(said("Started", row), { label: "Open run", run: () => go.run(run.id) });
      }),
  };
  /** What needs no further answer from the person. */
  const plain = (action: RoutineAction, row: RoutineRow) => {
    if (action === "resume") return writes.resume(row);
    if (action === "restore") return writes.restore(row);
    if (action === "run_now") return writes.run(row, null);
    if (action === "try_now") return writes.tryNow(row);
    if (action === "stop_retrying") return writes.stopRetrying(row);
    if (action === "revive" || action === "switch_on") return writes.revive(row, action);
    return Promise.resolve(false);
  };
  return { ...writes, plain };
}

export type RoutineWrites = ReturnType<typeof useRoutineWrites>;
