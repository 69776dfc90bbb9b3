import { useQuery } from "@tanstack/react-query";
import { reads } from "@/backend";
import { AbsoluteTime } from "@/components/Time";
import { count } from "@/components/time";
import styles from "./Tenants.module.css";

/** What the policy as it stands is about to remove, and what it has removed. */
export function Retention({ tenantId }: { tenantId: string }) {
  const { data, error, isPending } = useQuery(reads.retention(tenantId));
  return (
    <section className={styles.effects} aria-busy={isPending || undefined}>
      <h3>What is removed next</h3>
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <>
          {data.runs === 0 ? (
            <p>No finished run is old enough yet.</p>
          ) : (
            <p>
              {count(data.runs)}
              {data.or_more && "+"} finished {data.runs === 1 ? "run" : "runs"}, the oldest of{" "}
              <AbsoluteTime at={data.oldest} />, from <AbsoluteTime at={data.next_at} /> on.
            </p>
          )}
          {data.runs_kept_since && (
            <p className={styles.names}>
              Nothing recorded since <AbsoluteTime at={data.runs_kept_since} /> has been removed.
            </p>
          )}
        </>
      )}
    </section>
  );
}
