import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type BulkReport, reads, useWrite } from "@/backend";
import { Button } from "@/components/Button";
import { count } from "@/components/time";
import { type BulkKind, past } from "./actions";
import styles from "./BulkDialog.module.css";

/** How far it is; a stop ends it after the item it is at. */
export function Progress() {
  const { data } = useQuery(reads.bulkProgress());
  const stop = useWrite("stopBulk");
  const { handled = 0, total = 0, stopping = false } = data ?? {};
  return (
    <div className={styles.progress}>
      <progress aria-label="Progress" value={handled} max={Math.max(total, 1)} />
      <span>
        {count(handled)} of {count(total)}
      </span>
      <Button size={24} busy={stopping || stop.isPending} onClick={() => stop.mutate([])}>
        Stop
      </Button>
    </div>
  );
}

/** What became of each, and why. */
export function Report({ kind, report }: { kind: BulkKind; report: BulkReport }) {
  const { done, left_out: leftOut, conflicts, stopped } = report;
  return (
    <>
      <p role="status">
        <strong>
          {count(done)} {past[kind]}
        </strong>
        , {count(leftOut.length)} left out, {count(conflicts.length)} in conflict
        {stopped !== null && `, ${count(stopped)} not reached since it was stopped`}.
      </p>
      <Items title="Left out">
        {leftOut.map(({ id, name, reason }) => (
          <li key={id}>
            {name} <span>{reason}</span>
          </li>
        ))}
      </Items>
      <Items title="Changed by someone else first">
        {conflicts.map(({ id, name, changed_by: who }) => (
          <li key={id}>
            {name} <span>changed by {who}</span>
          </li>
        ))}
      </Items>
    </>
  );
}

function Items({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.names}>{children}</ul>
    </section>
  );
}
