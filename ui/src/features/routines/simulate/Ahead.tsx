import { Link } from "@tanstack/react-router";
import type { SimulatedRoutine, SimulateReport } from "@/backend";
import { BucketStrip, told } from "@/components/BucketStrip";
import { useNow, useZone } from "@/components/clock";
import { AbsoluteTime } from "@/components/Time";
import { absolute, count } from "@/components/time";
import styles from "./Simulate.module.css";

/** Routines shown; the counts are of all. */
const SHOWN = 200;

/** The report of a simulation: counts, a line of time for each routine, and what goes wrong. */
export function Ahead({ report }: { report: SimulateReport }) {
  const now = useNow();
  const zone = useZone();
  const rest = report.routines.length - SHOWN;
  return (
    <div className={styles.ahead}>
      <Counts report={report} />
      {report.stopped && (
        <p className={styles.warning}>
          Stopped at {absolute(report.to, now, zone)}: this is what there is until then.
        </p>
      )}
      <section aria-label="Routines ahead">
        <div className={styles.scale} aria-hidden="true">
          <span>{absolute(report.from, now, zone)}</span>
          <span>{absolute(report.to, now, zone)}</span>
        </div>
        <ul className={styles.routines}>
          {report.routines.slice(0, SHOWN).map((routine) => (
            <Line key={routine.routine_id} routine={routine} />
          ))}
        </ul>
        {rest > 0 && <p className={styles.note}>{count(rest)} more routines.</p>}
      </section>
      {report.troubles.length > 0 && <Troubles report={report} />}
      {report.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </div>
  );
}

function Counts({ report }: { report: SimulateReport }) {
  const { tally } = report;
  const counts: [number, string][] = [
    [tally.due, "due"],
    [tally.fired, "fire"],
    [report.failed_runs, "of them fail"],
    [tally.schedule_failed, "schedule-failed"],
    [tally.skipped, "skipped"],
    [tally.missed, "missed"],
    [report.dead_lettered, "dead-lettered"],
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(([value, name]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Line({ routine }: { routine: SimulatedRoutine }) {
  const sums = told(routine.tally);
  return (
    <li className={styles.routine}>
      <Link to="/routines/$id" params={{ id: routine.routine_id }} className={styles.name}>
        {routine.routine_name}
      </Link>
      <BucketStrip wide strip={routine.strip} label={sums} />
      <span className={styles.told}>
        {routine.dead_lettered_at ? (
          <>
            dead-lettered <AbsoluteTime at={routine.dead_lettered_at} />
          </>
        ) : (
          (routine.idle ?? sums)
        )}
      </span>
    </li>
  );
}

function Troubles({ report }: { report: SimulateReport }) {
  return (
    <section aria-label="What goes wrong">
      <h3>What goes wrong, first {count(report.troubles.length)}</h3>
      <ul className={styles.troubles}>
        {report.troubles.map((trouble) => (
          <li key={`${trouble.routine_id} ${trouble.at} ${trouble.status}`}>
            <AbsoluteTime at={trouble.at} seconds />
            <strong>{trouble.routine_name}</strong>
            <span>
              {trouble.dead_lettered && "Dead-lettered. "}
              {trouble.message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
