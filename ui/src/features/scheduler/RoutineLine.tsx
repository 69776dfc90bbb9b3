import { Link } from "@tanstack/react-router";
import type { Bucket, RoutineEvidence, Tally } from "@/backend";
import { AbsoluteTime } from "@/components/Time";
import styles from "./Evidence.module.css";

const words: Record<Bucket, string> = {
  fired: "fired",
  skipped: "skipped",
  missed: "missed",
  open: "open",
  schedule_failed: "schedule-failed",
  abandoned: "lost its worker",
  doubled: "doubled",
  lost: "lost",
};

/** One routine of the evidence: its strip, its count, and what was found. */
export function RoutineLine({ routine, whole }: { routine: RoutineEvidence; whole: boolean }) {
  const { routine_id: id, routine_name: name, tally } = routine;
  return (
    <li className={styles.routine}>
      <Link to="/routines/$id" params={{ id }} className={styles.name}>
        {name}
      </Link>
      <Strip routine={routine} />
      <span className={styles.count}>{count(tally)}</span>
      {whole && <Findings routine={routine} />}
    </li>
  );
}

function Strip({ routine: { strip, tally } }: { routine: RoutineEvidence }) {
  return (
    <span role="img" aria-label={`${tally.due} due: ${count(tally)}`} className={styles.strip}>
      {strip.map((bucket, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part of the window is its place
        <i key={place} data-bucket={bucket ?? "none"} title={bucket ? words[bucket] : undefined} />
      ))}
    </span>
  );
}

function count(tally: Tally): string {
  const told = (
    [
      "fired",
      "skipped",
      "missed",
      "schedule_failed",
      "abandoned",
      "open",
      "lost",
      "doubled",
    ] as const
  ).filter((bucket) => tally[bucket] > 0);
  return told.map((bucket) => `${tally[bucket]} ${words[bucket]}`).join(", ") || "nothing due";
}

function Findings({ routine }: { routine: RoutineEvidence }) {
  const { findings, routine_id: routineId } = routine;
  return (
    <div className={styles.findings}>
      {routine.unrecorded_change && <span>changed without a record</span>}
      {routine.dead_lettered && <span>dead-lettered</span>}
      {routine.provable_from && (
        <span>
          not provable before <AbsoluteTime at={routine.provable_from} />
        </span>
      )}
      {findings.map(({ bucket, scheduled_for: at, run }) => (
        <Link
          key={`${bucket} ${at} ${run}`}
          to="/fires/$routineId/$occurrenceKey"
          params={{ routineId, occurrenceKey: at }}
        >
          {words[bucket]} at <AbsoluteTime at={at} seconds />
        </Link>
      ))}
    </div>
  );
}
