import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { Button } from "./Button";
import { CommandLayer, useCommands } from "./commands";
import styles from "./Dialog.module.css";
import { useOpener } from "./useOpener";

export interface Confirm {
  /** Repeats the verb of the question: "Pause". */
  label: string;
  onConfirm: () => void;
  busy?: boolean;
  disabledReason?: string;
}

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** A question that names the thing and the connection. */
  title: string;
  /** The consequence, in numbers where there are some. */
  children?: ReactNode;
  confirm?: Confirm;
  /** Something is destroyed: the confirming button is red and the safe one has first focus. */
  destructive?: boolean;
  /** At the left of the buttons. */
  footnote?: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, destructive } = props;
  const safe = useRef<HTMLButtonElement>(null);
  const opener = useOpener(open);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup
          {...opener}
          className={styles.dialog}
          initialFocus={destructive ? safe : undefined}
        >
          <CommandLayer>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <div className={styles.body}>{children}</div>
            <Actions {...props} safe={safe} />
          </CommandLayer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ActionsProps extends DialogProps {
  safe: React.RefObject<HTMLButtonElement | null>;
}

function Actions({ confirm, destructive, footnote, onClose, safe }: ActionsProps) {
  const held = confirm?.disabledReason ?? (confirm?.busy ? "It is being done." : undefined);
  useCommands(
    confirm
      ? [
          {
            id: "dialog.confirm",
            label: confirm.label,
            keys: "Mod+Enter",
            inFields: true,
            disabledReason: held,
            run: confirm.onConfirm,
          },
        ]
      : [],
  );
  return (
    <div className={styles.actions}>
      <span className={styles.footnote}>{footnote}</span>
      <Button ref={safe} tone="quiet" onClick={onClose}>
        {confirm ? "Cancel" : "Close"}
      </Button>
      {confirm && (
        <Button
          tone={destructive ? "danger" : "primary"}
          keys="Mod+Enter"
          busy={confirm.busy}
          disabledReason={confirm.disabledReason}
          onClick={confirm.onConfirm}
        >
          {confirm.label}
        </Button>
      )}
    </div>
  );
}
