import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RoutineAction, reads, useConnection } from "@/backend";
import { Checkbox } from "@/components/Checkbox";
import { Dialog } from "@/components/Dialog";
import { ErrorBand } from "@/components/ErrorBand";
import { Sentences } from "@/components/Sentences";
import { type ActionDialog, closeWhenDone } from "./dialog";
import { verbs } from "./verbs";

interface Props extends ActionDialog {
  action: RoutineAction;
}

/** What an action would do, where the connection wants it confirmed or there is something to choose. */
export function ConfirmDialog({ action, row, writes, busy, onClose }: Props) {
  const { name } = useConnection();
  const { data, error, refetch } = useQuery(reads.consequence(row.id, action, null));
  const [atOnce, setAtOnce] = useState(false);
  const { label } = verbs[action];
  const confirm = () =>
    void closeWhenDone(
      atOnce && data?.passed_once ? writes.backAtOnce(row, action) : writes.plain(action, row),
      onClose,
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${label} “${row.name}” on ${name}?`}
      confirm={{ label, busy, onConfirm: confirm }}
    >
      {data ? (
        <Sentences of={data.sentences} />
      ) : error ? (
        <ErrorBand title="What it would do is not known." onRetry={() => void refetch()}>
          {error.message}
        </ErrorBand>
      ) : (
        <p>Working out what it would do…</p>
      )}
      {data?.passed_once && (
        <Checkbox label="Run it at once" checked={atOnce} onChange={setAtOnce} />
      )}
    </Dialog>
  );
}
