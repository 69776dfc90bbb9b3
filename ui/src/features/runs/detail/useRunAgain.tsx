import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type RunDetail, reads, useConnection, useWrite } from "@/backend";
import { useToasts } from "@/components/Toast";

/** One extra run by hand with the input of this one. The schedule does not move. */
export function useRunAgain(run: RunDetail) {
  const { routine_id: routineId, routine_name: name } = run.row;
  const { readOnlyReason, asksFirst, name: connection } = useConnection();
  const { data: routine } = useQuery(reads.routine(routineId));
  const write = useWrite("runRoutine");
  const toasts = useToasts();
  const navigate = useNavigate();
  const start = (onStarted?: () => void) =>
    write.mutate([routineId, run.input], {
      onSuccess: (started) => {
        onStarted?.();
        toasts.done(
          <>
            Started <strong>{name}</strong>
          </>,
          {
            label: "Open run",
            run: () => void navigate({ to: "/runs/$runId", params: { runId: started.id } }),
          },
        );
      },
      onError: (error) => {
        onStarted?.();
        toasts.refused(`Run now failed for ${name}.`, error.message);
      },
    });
  const unable = routine && !routine.row.actions.includes("run_now");
  return {
    start,
    busy: write.isPending,
    asksFirst,
    connection,
    disabledReason:
      readOnlyReason ?? (unable ? `${name} cannot be run in its present state.` : undefined),
  };
}
