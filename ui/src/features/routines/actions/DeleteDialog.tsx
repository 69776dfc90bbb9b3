import { useQuery } from "@tanstack/react-query";
import { reads, useConnection } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { Sentences } from "@/components/Sentences";
import { type ActionDialog, closeWhenDone } from "./dialog";

export function DeleteDialog({ row, writes, busy, onClose }: ActionDialog) {
  const { name } = useConnection();
  const { data, error } = useQuery(reads.consequence(row.id, "delete", null));
  return (
    <Dialog
      open
      destructive
      onClose={onClose}
      title={`Delete “${row.name}” on ${name}?`}
      confirm={{
        label: "Delete",
        busy,
        onConfirm: () => void closeWhenDone(writes.remove(row), onClose),
      }}
      footnote="It stays in the view Deleted and can be restored."
    >
      {data ? (
        <Sentences of={data.sentences} />
      ) : (
        <p>{error?.message ?? "Working out which fires do not happen…"}</p>
      )}
    </Dialog>
  );
}
