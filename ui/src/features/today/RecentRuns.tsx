import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ListVideo } from "lucide-react";
import { type RunQuery, type RunRow, reads } from "@/backend";
import { Card } from "@/components/Card";
import { useNow } from "@/components/clock";
import { Empty } from "@/components/Empty";
import { ErrorBand } from "@/components/ErrorBand";
import { SkeletonRows } from "@/components/SkeletonRows";
import { CauseWord, StatusWord } from "@/components/StatusWord";
import { RelativeTime } from "@/components/Time";
import { duration, millis, span } from "@/components/time";
import styles from "./RecentRuns.module.css";

const query = (tenant: string | undefined): RunQuery => ({
  statuses: [],
  dead_lettered: false,
  causes: [],
  routine_id: null,
  tenant_id: tenant ?? null,
  from: null,
  to: null,
  cursor: null,
  limit: 12,
});

export function RecentRuns({ tenant }: { tenant: string | undefined }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(reads.runs(query(tenant)));
  return (
    <Card
      flush
      title="Recent runs"
      end={
        <Link to="/runs" search={{ tenant }}>
          All runs
        </Link>
      }
    >
      {error && (
        <ErrorBand
          title="Recent runs could not be read."
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {`${error.message} Everything else on this page is current.`}
        </ErrorBand>
      )}
      {isPending && <SkeletonRows rows={6} tracks="1fr 2fr 1fr" columns={3} />}
      {data?.rows.length === 0 && (
        <Empty icon={ListVideo} title="No runs yet">
          The first fire of a routine appears here, also when it is missed or skipped.
        </Empty>
      )}
      <ul className={styles.list}>
        {data?.rows.map((run) => (
          <li key={run.id}>
            <Run run={run} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Run({ run }: { run: RunRow }) {
  return (
    <Link
      to="/runs/$runId"
      params={{ runId: run.id }}
      className={styles.run}
      title={run.message ?? undefined}
    >
      <StatusWord status={run.status} />
      <span className={styles.name}>
        <span>{run.routine_name}</span>
        {run.cause !== "schedule" && <CauseWord cause={run.cause} />}
      </span>
      <span className={styles.took}>
        <Took run={run} />
      </span>
      <span className={styles.age}>
        <RelativeTime at={run.recorded_at} />
      </span>
    </Link>
  );
}

function Took({ run }: { run: RunRow }) {
  const now = useNow();
  if (run.duration_ms !== null) return <>{duration(run.duration_ms)}</>;
  if (run.status === "running" && run.started_at) {
    return <span aria-hidden="true">{span(now - millis(run.started_at))} so far</span>;
  }
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">no duration</span>
    </>
  );
}
