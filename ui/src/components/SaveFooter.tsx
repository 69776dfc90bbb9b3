import type { ReactNode } from "react";
import { Button } from "./Button";
import { useCommands } from "./commands";
import styles from "./SaveFooter.module.css";

interface Props {
  /** Of the command, such as "policy.save". */
  id: string;
  label: string;
  note?: ReactNode;
  saving: boolean;
  /** Why it cannot be saved now. */
  reason?: string | undefined;
  onCancel: () => void;
  onSave: () => void;
}

/**
 * The foot of a sheet that saves. It stands inside the sheet, so that its key works there, in fields
 * too, and rests while a dialog lies above.
 */
export function SaveFooter({ id, label, note, saving, reason, onCancel, onSave }: Props) {
  useCommands([
    {
      id,
      label,
      keys: "Mod+s",
      hint: "save",
      inFields: true,
      disabledReason: saving ? "It is being saved." : reason,
      run: onSave,
    },
  ]);
  return (
    <>
      <span className={styles.note}>{note}</span>
      <Button tone="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button tone="primary" keys="Mod+s" busy={saving} disabledReason={reason} onClick={onSave}>
        {label}
      </Button>
    </>
  );
}
