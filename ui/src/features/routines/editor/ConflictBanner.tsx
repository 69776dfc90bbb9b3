import { Banner } from "@/components/Banner";
import { Button } from "@/components/Button";
import styles from "./Editor.module.css";

interface Props {
  /** Who changed it and when, in the command's words. */
  message: string;
  busy: boolean;
  onLoadTheirs: () => void;
  onKeepMine: () => void;
}

/** Someone else saved first. Nothing was written; the person decides whose values stay. */
export function ConflictBanner({ message, busy, onLoadTheirs, onKeepMine }: Props) {
  return (
    <div className={styles.conflict}>
      <Banner
        tone="warn"
        title="Someone else saved first."
        actions={
          <>
            <Button size={24} onClick={onLoadTheirs}>
              Load theirs
            </Button>
            <Button size={24} busy={busy} onClick={onKeepMine}>
              Keep mine
            </Button>
          </>
        }
      >
        {message} Theirs replaces what you typed; yours is saved over it.
      </Banner>
    </div>
  );
}
