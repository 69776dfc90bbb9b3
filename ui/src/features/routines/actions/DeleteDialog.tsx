import { useConnection } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { type ActionDialog, closeWhenDone } from "./dialog";

export function DeleteDialog({ row, writes, busy, onClose }: ActionDialog) {
  const { name } = useConnection();
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
      <p>It does not fire any more. Its history stays readable, and open runs are not touched.</p>
    </Dialog>
  );
}
