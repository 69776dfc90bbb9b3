import { Link } from "@tanstack/react-router";
import type { Bucket, RoutineEvidence, Tally } from "@/backend";
import { AbsoluteTime } from "@/components/Time";
import { count } from "@/components/time";
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
      <span className={styles.count} title={told(tally)}>
        {whole ? told(tally) : brief(tally)}
      </span>
      {whole && <Findings routine={routine} />}
    </li>
  );
}

function Strip({ routine: { strip, tally } }: { routine: RoutineEvidence }) {
  return (
    <span
      role="img"
      aria-label={`${count(tally.due)} due: ${told(tally)}`}
      className={styles.strip}
    >
      {strip.map((bucket, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part of the window is its place
        <i key={place} data-bucket={bucket ?? "none"} title={bucket ? words[bucket] : undefined} />
      ))}
    </span>
  );
}

const troubles = [
  "skipped",
  "missed",
  "schedule_failed",
  "abandoned",
  "open",
  "lost",
  "doubled",
] as const satisfies readonly Bucket[];

function told(tally: Tally): string {
  const buckets = (["fired", ...troubles] as const).filter((bucket) => tally[bucket] > 0);
  return buckets.map((bucket) => part(tally, bucket)).join(", ") || "nothing due";
}

/** For a narrow place: "17 + 7 skipped", of which the first fired. */
function brief(tally: Tally): string {
  const rest = troubles.filter((bucket) => tally[bucket] > 0).map((bucket) => part(tally, bucket));
  if (tally.fired === 0) return rest.join(", ") || "nothing due";
  return [count(tally.fired), ...rest].join(" + ");
}

const part = (tally: Tally, bucket: Bucket) => `${count(tally[bucket])} ${words[bucket]}`;

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
