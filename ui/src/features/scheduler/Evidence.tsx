import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { type EvidenceReport, reads, type Tally } from "@/backend";
import { ErrorBand } from "@/components/ErrorBand";
import { SkeletonRows } from "@/components/SkeletonRows";
import { count } from "@/components/time";
import styles from "./Evidence.module.css";
import { RoutineLine } from "./RoutineLine";
import card from "./Scheduler.module.css";

interface EvidenceProps {
  /** Routines shown, and how their occurrences are told. */
  rows: number;
  /** With what was found of each, and without the link to all of it. */
  whole?: boolean;
}

/** What became of everything that was planned in the past 24 hours. */
export function Evidence({ rows, whole = false }: EvidenceProps) {
  const { data, error, isFetching, refetch } = useQuery(reads.evidence(rows));
  return (
    <section className={card.card} aria-label="Evidence">
      <header className={card.head}>
        <h2>Evidence</h2>
        <span>past 24 hours</span>
        {!whole && <Link to="/scheduler/evidence">All routines</Link>}
      </header>
      {error && (
        <ErrorBand
          title="The evidence could not be read."
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {error.message}
        </ErrorBand>
      )}
      {!data && !error && <SkeletonRows columns={3} tracks="2fr 3fr 1fr" />}
      {data && <Proof report={data} whole={whole} />}
    </section>
  );
}

function Proof({ report, whole }: { report: EvidenceReport; whole: boolean }) {
  const { tally, routines, examined } = report;
  const rest = examined - routines.length;
  return (
    <div className={styles.proof}>
      <Verdict tally={tally} />
      <p className={styles.sum}>{sum(tally)}</p>
      {report.unrecorded_changes > 0 && (
        <p className={styles.warning}>
          {report.unrecorded_changes} changed without a record: their plan is not known for certain.
        </p>
      )}
      <ul className={styles.routines}>
        {routines.map((routine) => (
          <RoutineLine key={routine.routine_id} routine={routine} whole={whole} />
        ))}
      </ul>
      {examined === 0 && <p className={styles.rest}>No routine has been made yet.</p>}
      {rest > 0 && (
        <p className={styles.rest}>{count(rest)} more routines, with less to look at.</p>
      )}
    </div>
  );
}

function Verdict({ tally: { lost, doubled, open } }: { tally: Tally }) {
  if (lost + doubled > 0) {
    return (
      <p className={styles.verdict} data-tone="bad">
        <TriangleAlert size={15} aria-hidden />
        {[lost > 0 && `${count(lost)} lost`, doubled > 0 && `${count(doubled)} doubled`]
          .filter(Boolean)
          .join(", ")}
      </p>
    );
  }
  return (
    <p className={styles.verdict} data-tone="ok">
      <CircleCheck size={15} aria-hidden />
      Every occurrence exactly once{open > 0 && `, ${count(open)} open`}
    </p>
  );
}

const parts = [
  ["fired", "fired"],
  ["schedule_failed", "schedule-failed"],
  ["skipped", "skipped"],
  ["missed", "missed"],
  ["abandoned", "lost their worker"],
  ["open", "open"],
] as const;

function sum(tally: Tally): string {
  const told = parts.filter(([part]) => tally[part] > 0);
  const summed =
    told.map(([part, word]) => `${count(tally[part])} ${word}`).join(" + ") || "nothing";
  const proof = tally.not_provable > 0 ? ` ${count(tally.not_provable)} not provable.` : "";
  return `${count(tally.due)} due = ${summed}. ${count(tally.lost)} lost, ${count(tally.doubled)} doubled.${proof}`;
}
