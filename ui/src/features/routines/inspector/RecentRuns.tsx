import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type RunRow, reads } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { ErrorBand } from "@/components/ErrorBand";
import { SkeletonRows } from "@/components/SkeletonRows";
import { StatusWord } from "@/components/StatusWord";
import { RelativeTime } from "@/components/Time";
import { absolute, duration } from "@/components/time";
import { causeWord } from "@/components/words";
import { runAddress } from "../addresses";
import styles from "./RecentRuns.module.css";
import { recentRuns } from "./recentQuery";

export function RecentRuns({ routineId }: { routineId: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(
    reads.runs(recentRuns(routineId)),
  );
  return (
    <section>
      <h3>Recent runs</h3>
      {isPending && <SkeletonRows rows={3} tracks="1fr" columns={1} />}
      {error && (
        <ErrorBand
          title="Recent runs could not be read."
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {error.message}
        </ErrorBand>
      )}
      {data?.rows.length === 0 && <p className={styles.none}>It has never run.</p>}
      <ul className={styles.runs}>
        {data?.rows.map((run) => (
          <li key={run.id}>
            <Run run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Run({ run }: { run: RunRow }) {
  const now = useNow();
  const zone = useZone();
  const planned = run.scheduled_for ?? run.recorded_at;
  return (
    <Link to={runAddress(run.id)} className={styles.run} title={run.message ?? undefined}>
      <StatusWord status={run.status} />
      <span className={styles.planned}>
        {absolute(planned, now, zone)} <small>{aside(run)}</small>
      </span>
      <span className={styles.age}>
        <RelativeTime at={run.recorded_at} />
      </span>
    </Link>
  );
}

/** One more fact: how long it took, else which attempt or why it exists. */
function aside(run: RunRow): string {
  if (run.missed && run.missed.count > 1) return `${run.missed.count} fires`;
  if (run.attempt > 1) return `retry ${run.attempt - 1}`;
  if (run.duration_ms !== null) return duration(run.duration_ms);
  return run.cause === "schedule" ? "" : causeWord(run.cause).label.toLowerCase();
}
