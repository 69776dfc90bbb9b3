import { useQuery } from "@tanstack/react-query";
import { type RoutineAction, reads, useConnection } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { Dialog } from "@/components/Dialog";
import { absolute } from "@/components/time";
import { type ActionDialog, closeWhenDone } from "./dialog";
import { verbs } from "./verbs";

interface Props extends ActionDialog {
  action: RoutineAction;
}

/** Where the connection wants every change confirmed. */
export function ConfirmDialog({ action, row, writes, busy, onClose }: Props) {
  const { name } = useConnection();
  const { label } = verbs[action];
  const confirm = () => void closeWhenDone(writes.plain(action, row), onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${label} “${row.name}” on ${name}?`}
      confirm={{ label, busy, onConfirm: confirm }}
    >
      {action === "run_now" ? (
        <p>One extra run starts by hand. The schedule does not move.</p>
      ) : (
        <FirstNewTime id={row.id} clears={action === "revive" || action === "switch_on"} />
      )}
    </Dialog>
  );
}

function FirstNewTime({ id, clears }: { id: string; clears: boolean }) {
  const { data } = useQuery(reads.routine(id));
  const now = useNow();
  const zone = useZone();
  const first = data?.next_fires[0];
  return (
    <p>
      {data === undefined
        ? "Working out the next fire…"
        : first
          ? `It next fires at ${absolute(first.at, now, zone)}. Nothing fires for the past.`
          : "It has no next fire."}
      {clears && " The failure streak is cleared."}
    </p>
  );
}
