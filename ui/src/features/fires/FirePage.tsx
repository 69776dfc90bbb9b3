import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { type Explanation as Explained, reads } from "@/backend";
import { Button } from "@/components/Button";
import { useNow, useZone } from "@/components/clock";
import { ErrorBand } from "@/components/ErrorBand";
import { Explanation } from "@/components/Explanation";
import { PageHead } from "@/components/PageHead";
import { SkeletonRows } from "@/components/SkeletonRows";
import { AbsoluteTime } from "@/components/Time";
import { absolute } from "@/components/time";
import { zoneLabel } from "@/components/zone";
import styles from "./FirePage.module.css";

/** Stands in the address for the last planned time, which only the scheduler's own code knows. */
export const LAST = "last";

/** Why a routine did, did not, will or will not fire at a time, with or without a run. */
export function FirePage() {
  const { routineId = "", occurrenceKey = LAST } = useParams({ strict: false });
  const at = occurrenceKey === LAST ? null : occurrenceKey;
  const { data, error, isFetching, refetch } = useQuery(reads.explanation(routineId, at));
  return (
    <>
      <PageHead
        title={data ? data.routine_name : "Why did it (not) fire?"}
        fact={data && <Fact explained={data} />}
        actions={data && <Actions explained={data} />}
      />
      <div className={styles.page}>
        {error && (
          <ErrorBand
            title="The explanation could not be read."
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {error.message}
          </ErrorBand>
        )}
        {!data && !error && <SkeletonRows columns={3} tracks="1fr 2fr 1fr" />}
        {data && (
          <section className={styles.card} aria-label="Explanation">
            <header className={styles.head}>
              <h2>{data.at > data.now ? "Will it fire?" : "Why did it (not) fire?"}</h2>
              <span>{data.checks.length} checks, first failing one decides</span>
            </header>
            <Explanation answer={data.answer} checks={data.checks} />
            <Neighbours explained={data} />
          </section>
        )}
      </div>
    </>
  );
}

function Fact({ explained }: { explained: Explained }) {
  const now = useNow();
  const viewer = useZone();
  const zone = explained.zone ?? viewer;
  const at = Date.parse(explained.at);
  return (
    <>
      {explained.tenant_name}, {absolute(at, now, zone, true)}, {zoneLabel(zone, at)}
    </>
  );
}

function Actions({ explained }: { explained: Explained }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(report(explained));
    setCopied(true);
  };
  return (
    <>
      <Button onClick={() => void copy()}>{copied ? "Copied" : "Copy report"}</Button>
      {explained.run_id && (
        <Link to="/runs/$runId" params={{ runId: explained.run_id }}>
          Open run
        </Link>
      )}
      <Link to="/routines/$id" params={{ id: explained.routine_id }}>
        Open routine
      </Link>
    </>
  );
}

function report({ routine_name, at, answer, checks }: Explained): string {
  const lines = checks.map(({ question, verdict, answer }) => `${question}: ${verdict}. ${answer}`);
  return [`${routine_name}, ${at}`, answer, ...lines].join("\n");
}

/** The planned times around it, each with its own explanation. */
function Neighbours({ explained }: { explained: Explained }) {
  const { routine_id: routineId, planned_before: before, planned_after: after } = explained;
  const link = (label: string, at: string | null) => (
    <span>
      {label}{" "}
      {at === null ? (
        "none"
      ) : (
        <Link to="/fires/$routineId/$occurrenceKey" params={{ routineId, occurrenceKey: at }}>
          <AbsoluteTime at={at} seconds zone={explained.zone ?? undefined} />
        </Link>
      )}
    </span>
  );
  return (
    <p className={styles.neighbours}>
      {link("Planned before:", before)}
      {link("Planned after:", after)}
    </p>
  );
}
