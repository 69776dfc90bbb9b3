import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { CommandFailure, reads, useConnection } from "@/backend";
import { Empty } from "@/components/Empty";
import { ErrorBand } from "@/components/ErrorBand";
import { SkeletonRows } from "@/components/SkeletonRows";
import { Attempts } from "./Attempts";
import { Output } from "./Output";
import { RunFacts } from "./RunFacts";
import { RunHead } from "./RunHead";
import styles from "./RunPage.module.css";
import { Why } from "./Why";

/** One run: what happened, in its row's own words. */
export function RunPage() {
  const { runId = "" } = useParams({ strict: false });
  const { data: run, error, isFetching, refetch } = useQuery(reads.run(runId));
  const { name } = useConnection();

  if (error instanceof CommandFailure && error.code === "not_found") {
    return (
      <Empty icon={SearchX} title="No such run" actions={<Link to="/runs">Open Runs</Link>}>
        {error.message} It may have been older than what its tenant keeps.
      </Empty>
    );
  }
  const band = error && (
    <div className={styles.band}>
      <ErrorBand
        title="The run could not be read."
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {run ? `${error.message} What is below is from before.` : error.message}
      </ErrorBand>
    </div>
  );
  if (!run) {
    return band || <SkeletonRows tracks="90px 22px 1fr 80px" columns={4} asking={name} />;
  }
  return (
    <>
      {band}
      <RunHead key={run.row.id} run={run} />
      <div className={styles.body}>
        <div className={styles.main}>
          <Attempts run={run} />
          <Why run={run} />
          <Output run={run} />
        </div>
        <RunFacts run={run} />
      </div>
    </>
  );
}
