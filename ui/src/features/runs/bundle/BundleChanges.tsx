import type { RoutineChanges, RoutineDetail } from "@/backend";
import { Card } from "@/components/Card";
import { AbsoluteTime } from "@/components/Time";
import styles from "./Bundle.module.css";

interface Props {
  changes: RoutineChanges | null;
  routine: RoutineDetail | null;
}

/** What the routine was, and what was changed about it. */
export function BundleChanges({ changes, routine }: Props) {
  if (!changes && !routine) {
    return (
      <Card title="Its routine">
        <p className={styles.none}>The routine was gone when the bundle was made.</p>
      </Card>
    );
  }
  return (
    <Card flush title="Its routine" fact={routine?.row.trigger.sentence}>
      <ol className={styles.changes}>
        {changes?.rows.map((change) => (
          <li key={change.id}>
            <p>
              <strong>{change.what}</strong> by {change.actor}{" "}
              <span className={styles.muted}>
                <AbsoluteTime at={change.at} seconds />
                {change.revision !== null && ` · revision ${change.revision}`}
              </span>
            </p>
            {change.fields.map((field) => (
              <p key={field.label} className={styles.muted}>
                {field.label}: {field.before} → {field.after}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}
