import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { JournalRow } from "@/backend";
import { Button, IconButton } from "@/components/Button";
import { AbsoluteTime } from "@/components/Time";
import styles from "./Entry.module.css";
import type { JournalSearch } from "./search";
import { deed, fieldName, subjectAddress, subjectName } from "./words";

interface EntryProps {
  row: JournalRow;
  onNarrow: (part: Partial<JournalSearch>) => void;
  onClose: () => void;
}

/** One entry beside the list: before and after, field by field. */
export function Entry({ row, onNarrow, onClose }: EntryProps) {
  const address = subjectAddress(row);
  return (
    <aside className={styles.entry} aria-label={`${deed(row.kind).label} ${subjectName(row)}`}>
      <header className={styles.head}>
        <div className={styles.titleRow}>
          <h2 className={styles.title}>
            {deed(row.kind).label} {subjectName(row)}
          </h2>
          <IconButton size={24} icon={X} label="Close" onClick={onClose} />
        </div>
        <p className={styles.fact}>
          <AbsoluteTime at={row.at} seconds /> by {row.actor}
          {row.database_role && `, as ${row.database_role}`}
        </p>
        <div className={styles.actions}>
          {address && (
            <Link className={styles.link} to={address as "/runs"}>
              Open the {row.subject.kind}
            </Link>
          )}
          <Button size={24} onClick={() => onNarrow({ subject: row.subject.subject })}>
            Only this {row.subject.kind}
          </Button>
          <Button size={24} onClick={() => onNarrow({ actor: row.actor })}>
            Only by {row.actor}
          </Button>
        </div>
      </header>
      <div className={styles.body}>
        {row.changes.length === 0 && (
          <p className={styles.none}>No field of it is different afterwards.</p>
        )}
        <dl>
          {row.changes.map(({ field, before, after }) => (
            <div key={field} className={styles.change}>
              <dt>{fieldName(field)}</dt>
              {before !== null && (
                <dd className={styles.before}>
                  <span className="visually-hidden">before </span>
                  <del>{before}</del>
                </dd>
              )}
              {after !== null && (
                <dd className={styles.after}>
                  <span className="visually-hidden">after </span>
                  <ins>{after}</ins>
                </dd>
              )}
              {after === null && <dd className={styles.none}>empty now</dd>}
            </div>
          ))}
        </dl>
      </div>
    </aside>
  );
}
