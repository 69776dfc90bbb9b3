import { useQuery } from "@tanstack/react-query";
import { type RoutineChanged, reads, type ValueChange } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { absolute } from "@/components/time";
import { PartState } from "./Part";
import styles from "./page.module.css";

/** Every change: who, when, and each value before and after. */
export function Changes({ id }: { id: string }) {
  const read = useQuery(reads.routineChanges(id));
  const { data } = read;
  return (
    <section aria-label="Changes">
      <PartState failed="Changes could not be read." read={read} />
      <ol className={styles.changes}>
        {data?.rows.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ol>
      {data?.older && <p className={styles.muted}>Older changes stand in the journal.</p>}
    </section>
  );
}

function Change({ change }: { change: RoutineChanged }) {
  const now = useNow();
  const zone = useZone();
  const { at, actor, what, revision, fields } = change;
  return (
    <li>
      <p>
        <strong>{what}</strong> by {actor}
        <span className={styles.muted}>
          {" "}
          · {absolute(at, now, zone, true)}
          {revision !== null && ` · revision ${revision}`}
        </span>
      </p>
      {fields.length > 0 && (
        <dl>
          {fields.map((field) => (
            <Field key={field.label} field={field} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Field({ field: { label, before, after, code } }: { field: ValueChange }) {
  return (
    <>
      <dt>{label}</dt>
      <dd data-code={code || undefined}>
        <del>
          <span className="visually-hidden">was </span>
          {before}
        </del>
        <ins>
          <span className="visually-hidden">became </span>
          {after}
        </ins>
      </dd>
    </>
  );
}
