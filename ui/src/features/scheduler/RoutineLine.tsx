import { Link } from "@tanstack/react-router";
import type { RoutineEvidence, Tally } from "@/backend";
import { BucketStrip, buckets, bucketWords, tallyParts, told } from "@/components/BucketStrip";
import { AbsoluteTime } from "@/components/Time";
import { count } from "@/components/time";
import styles from "./Evidence.module.css";

/** One routine of the evidence: its strip, its count, and what was found. */
export function RoutineLine({ routine, whole }: { routine: RoutineEvidence; whole: boolean }) {
  const { routine_id: id, routine_name: name, tally } = routine;
  return (
    <li className={styles.routine}>
      <Link to="/routines/$id" params={{ id }} className={styles.name}>
        {name}
      </Link>
      <BucketStrip strip={routine.strip} label={`${count(tally.due)} due: ${told(tally)}`} />
      <span className={styles.count} title={told(tally)}>
        {whole ? told(tally) : brief(tally)}
      </span>
      {whole && <Findings routine={routine} />}
    </li>
  );
}

const apart = buckets.filter((bucket) => bucket !== "fired");

/** For a narrow place: "17 + 7 skipped", of which the first fired. */
function brief(tally: Tally): string {
  const rest = tallyParts(tally, apart);
  return tally.fired === 0 ? told(tally) : [count(tally.fired), ...rest].join(" + ");
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
          {bucketWords[bucket]} at <AbsoluteTime at={at} seconds />
        </Link>
      ))}
    </div>
  );
}
