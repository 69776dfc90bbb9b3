import { useQuery } from "@tanstack/react-query";
import { type RoutineAction, reads, useConnection } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { ErrorBand } from "@/components/ErrorBand";
import { Sentences } from "@/components/Sentences";

interface Props {
  verb: string;
  /** What it is done to: "“Supplier price watch”". */
  subject: string;
  routineId: string;
  /** What it means for the routine is told by Rust; a cancelled run says it itself. */
  action: RoutineAction | null;
  destructive?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** The question before an action, with what it would do. */
export function AskDialog(props: Props) {
  const { verb, subject, routineId, action, destructive, busy, onConfirm, onClose } = props;
  const { name } = useConnection();
  const { data, error, refetch } = useQuery({
    ...reads.consequence(routineId, action ?? "run_now", null),
    enabled: action !== null,
  });
  return (
    <Dialog
      open
      destructive={destructive}
      onClose={onClose}
      title={`${verb} ${subject} on ${name}?`}
      confirm={{ label: verb, busy, onConfirm }}
    >
      {action === null ? (
        <p>It ends where it stands. The schedule does not move, and the streaks are not touched.</p>
      ) : data ? (
        <Sentences of={data.sentences} />
      ) : error ? (
        <ErrorBand title="What it would do is not known." onRetry={() => void refetch()}>
          {error.message}
        </ErrorBand>
      ) : (
        <p>Working out what it would do…</p>
      )}
    </Dialog>
  );
}
