import { useState } from "react";
import { type DefinitionRow, useConnection } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { count } from "@/components/time";

interface Props {
  definition: DefinitionRow;
  onDisable: () => Promise<boolean>;
  onClose: () => void;
}

export function DisableDialog({ definition, onDisable, onClose }: Props) {
  const { name: connection } = useConnection();
  const [busy, setBusy] = useState(false);
  const { name, used_by: used } = definition;
  const disable = async () => {
    setBusy(true);
    if (await onDisable()) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Disable “${name}” on ${connection}?`}
      confirm={{ label: "Disable", busy, onConfirm: () => void disable() }}
    >
      <p>
        {used === 0
          ? "No routine runs it, so no fire is lost."
          : `${count(used)} ${used === 1 ? "routine runs" : "routines run"} it: each of their fires is skipped, with this as the reason, until it is enabled.`}{" "}
        Open runs are not touched, and no schedule moves.
      </p>
    </Dialog>
  );
}
