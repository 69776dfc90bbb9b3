import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "./Button";
import { CommandLayer } from "./commands";
import styles from "./Sheet.module.css";
import { useOpener } from "./useOpener";

export interface SheetProps {
  open: boolean;
  /** Asked to close by Esc, the scrim or the cross. A dirty editor asks first. */
  onClose: () => void;
  title: string;
  /** One muted line under the title. */
  detail?: ReactNode;
  /** Right of the title, such as "2 unsaved changes". */
  badge?: ReactNode;
  footer?: ReactNode;
  /** A second pane at the right with its own scroll, such as the fire preview. */
  aside?: ReactNode;
  /** Where the focus goes when it closes, if not back to what opened it. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
}

/** Where writing begins; a field for files is only asked by its button. */
const FIELDS = "input:not([type=file]), textarea";

/** A page laid over the page, from the right, between top bar and status bar. */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, detail, badge, footer, aside, returnTo, children } = props;
  const main = useRef<HTMLDivElement>(null);
  const opener = useOpener(open);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Popup
          ref={opener.ref}
          className={styles.sheet}
          initialFocus={() => main.current?.querySelector<HTMLElement>(FIELDS) ?? true}
          finalFocus={() => returnTo?.() ?? opener.finalFocus()}
        >
          <CommandLayer>
            <header className={styles.head}>
              <div className={styles.titles}>
                <Base.Title className={styles.title}>{title}</Base.Title>
                {detail && <div className={styles.detail}>{detail}</div>}
              </div>
              {badge}
              <IconButton icon={X} label="Close" onClick={onClose} />
            </header>
            <div className={styles.body}>
              <div ref={main} className={styles.main}>
                {children}
              </div>
              {aside && <aside className={styles.aside}>{aside}</aside>}
            </div>
            {footer && <footer className={styles.footer}>{footer}</footer>}
          </CommandLayer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
