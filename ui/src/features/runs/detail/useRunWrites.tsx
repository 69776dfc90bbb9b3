import { useNavigate } from "@tanstack/react-router";
import { type CommandFailure, type RunDetail, useConnection, useWrite } from "@/backend";
import { useToasts } from "@/components/Toast";

interface Ends {
  onSuccess: () => void;
  onError: (error: CommandFailure) => void;
}

/** What can be done to a run, each with its toast. `done` is called when it was. */
export function useRunWrites(run: RunDetail) {
  const { row, routine_revision: revision } = run;
  const { id, routine_id: routineId, routine_name: name } = row;
  const toasts = useToasts();
  // Where the connection asks first, a dialog has asked by now.
  const { confirmed } = useConnection();
  const navigate = useNavigate();
  const replayRun = useWrite("replayRun");
  const cancelRun = useWrite("cancelRun");
  const runRoutine = useWrite("runRoutine");
  const tryNow = useWrite("tryRoutineNow");
  const stopRetrying = useWrite("stopRetryingRoutine");

  const refused = (verb: string) => (error: CommandFailure) =>
    toasts.refused(`${verb} failed for ${name}.`, error.message);
  const said = (words: string) => (
    <>
      {words} <strong>{name}</strong>
    </>
  );
  const openRun = (started: { id: string }) => ({
    label: "Open run",
    run: () => void navigate({ to: "/runs/$runId", params: { runId: started.id } }),
  });
  const ends = (verb: string, words: string, done?: () => void): Ends => ({
    onSuccess: () => {
      toasts.done(said(words));
      done?.();
    },
    onError: refused(verb),
  });
  return {
    busy: [replayRun, cancelRun, runRoutine, tryNow, stopRetrying].some((write) => write.isPending),
    replay: (input: string | null, done?: () => void) =>
      replayRun.mutate([id, input, ...confirmed()], {
        onSuccess: (started) => {
          toasts.done(said("Replayed"), openRun(started));
          done?.();
        },
        onError: refused("Replay"),
      }),
    runNow: (input: string | null, done?: () => void) =>
      runRoutine.mutate([routineId, input, ...confirmed()], {
        onSuccess: (started) => {
          toasts.done(said("Started"), openRun(started));
          done?.();
        },
        onError: refused("Run now"),
      }),
    cancel: (done?: () => void) =>
      cancelRun.mutate([id, ...confirmed()], {
        onSuccess: (result) => {
          toasts.done(
            said(result === "cancelled" ? "Cancelled a run of" : "Asked the worker to end"),
          );
          done?.();
        },
        onError: refused("Cancel run"),
      }),
    tryNow: (done?: () => void) =>
      tryNow.mutate(
        [{ id: routineId, revision }, ...confirmed()],
        ends("Try now", "Trying now:", done),
      ),
    stopRetrying: (done?: () => void) =>
      stopRetrying.mutate(
        [{ id: routineId, revision }, ...confirmed()],
        ends("Stop retrying", "Stopped retrying", done),
      ),
  };
}

export type RunWrites = ReturnType<typeof useRunWrites>;
