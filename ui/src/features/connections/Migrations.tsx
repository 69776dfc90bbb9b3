import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { ConnectionReport, MigrationRow, ProfileRow } from "@/backend";
import { Button } from "@/components/Button";
import { AbsoluteTime } from "@/components/Time";
import { ApplyDialog } from "./ApplyDialog";
import styles from "./Connections.module.css";
import { SqlDialog } from "./SqlDialog";
import { waiting } from "./states";

interface Props {
  row: ProfileRow;
  report: ConnectionReport;
}

/** So many are shown at first: what waits, and what came last. */
const NEWEST = 3;

/** The number as files are named by it: 0014. */
export const numbered = (number: number) => String(number).padStart(4, "0");

/** Which migrations the database has, what each says, and applying those that wait. */
export function Migrations({ row, report }: Props) {
  const [all, setAll] = useState(false);
  const [read, setRead] = useState<readonly MigrationRow[] | null>(null);
  const [applying, setApplying] = useState(false);
  const { migrations } = report;
  if (migrations === null) return null;
  const waits = waiting(report);
  const applied = migrations.length - waits.length;
  const shown = all ? migrations : migrations.slice(-Math.max(NEWEST, waits.length));
  const first = waits[0];
  const noun = waits.length === 1 && first ? numbered(first.number) : `${waits.length} migrations`;
  return (
    <section className={styles.block} aria-label="Migrations">
      <h3>
        Migrations{" "}
        <small>
          {applied} of {migrations.length} applied
        </small>
      </h3>
      <ul className={styles.migrations}>
        {shown.map((migration) => (
          <li key={migration.number} data-waits={migration.applied_at === null || undefined}>
            {migration.applied_at === null ? (
              <TriangleAlert size={14} aria-hidden />
            ) : (
              <CircleCheck size={14} aria-hidden />
            )}
            <code>{numbered(migration.number)}</code>
            <button type="button" onClick={() => setRead([migration])}>
              <span className="visually-hidden">Read the SQL of </span>
              {migration.name}
            </button>
            <span>
              {migration.applied_at === null ? "waits" : <AbsoluteTime at={migration.applied_at} />}
            </span>
          </li>
        ))}
      </ul>
      {first?.note && <p className={styles.note}>{first.note}</p>}
      <div className={styles.buttons}>
        {first && <Button onClick={() => setRead(waits)}>Read the SQL</Button>}
        {first && (
          <Button
            disabledReason={
              row.migrating_asks === "never"
                ? `${row.profile.details.name} is read-only. Raise its protection level first.`
                : undefined
            }
            onClick={() => setApplying(true)}
          >
            Apply {noun}…
          </Button>
        )}
        {!all && shown.length < migrations.length && (
          <Button tone="quiet" onClick={() => setAll(true)}>
            Show all {migrations.length}
          </Button>
        )}
      </div>
      {read && <SqlDialog engine={row.engine} of={read} onClose={() => setRead(null)} />}
      {applying && <ApplyDialog row={row} waits={waits} onClose={() => setApplying(false)} />}
    </section>
  );
}
