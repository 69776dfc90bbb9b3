import type { SweepRow } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { Segment } from "@/components/Segment";
import { absolute, duration } from "@/components/time";
import styles from "./Scheduler.module.css";

interface SweepsProps {
  sweeps: readonly SweepRow[];
  withWork: boolean;
  onWithWork: (withWork: boolean) => void;
}

/** The newest passes of all workers. */
export function Sweeps({ sweeps, withWork, onWithWork }: SweepsProps) {
  return (
    <section className={styles.card} aria-label="Sweeps">
      <header className={styles.head}>
        <h2>Sweeps</h2>
        <span>newest first</span>
        <Segment
          label="Which sweeps"
          size={24}
          value={withWork ? "work" : "all"}
          options={[
            { value: "work", label: "With work" },
            { value: "all", label: "All" },
          ]}
          onChange={(next) => onWithWork(next === "work")}
        />
      </header>
      {sweeps.length === 0 ? (
        <p className={styles.none}>
          {withWork ? "No sweep has had anything to do yet." : "Nobody has swept yet."}
        </p>
      ) : (
        <div className={styles.scroll}>
          <table className={`${styles.table} ${styles.sweeps}`}>
            <thead>
              <tr>
                <th scope="col">At</th>
                <th scope="col">By</th>
                {["Claimed", "Launched", "Skipped", "Took"].map((head) => (
                  <th key={head} scope="col" className={styles.number}>
                    {head}
                  </th>
                ))}
                <th scope="col">Note</th>
              </tr>
            </thead>
            <tbody>
              {sweeps.map((sweep) => (
                <Sweep key={sweep.id} sweep={sweep} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Sweep({ sweep }: { sweep: SweepRow }) {
  const now = useNow();
  const zone = useZone();
  const notes = noteOf(sweep);
  return (
    <tr>
      <th scope="row">{absolute(sweep.started_at, now, zone, true)}</th>
      <td className={styles.by} title={sweep.worker}>
        {sweep.worker}
      </td>
      <td className={styles.number}>{sweep.claimed}</td>
      <td className={styles.number}>{sweep.launched}</td>
      <td className={styles.number} data-tone={sweep.skipped > 0 ? "warn" : undefined}>
        {sweep.skipped}
      </td>
      <td className={styles.number}>{sweep.took_ms === null ? "…" : duration(sweep.took_ms)}</td>
      <td className={styles.note} data-tone={notes.tone}>
        {notes.text}
      </td>
    </tr>
  );
}

/** What did not go as it should, or was out of the usual. */
function noteOf(sweep: SweepRow): { text: string; tone?: "bad" | "warn" } {
  if (sweep.error !== null) return { text: sweep.error, tone: "bad" };
  const counts: [number, string][] = [
    [sweep.schedule_failed, "schedule-failed"],
    [sweep.missed, "missed"],
    [sweep.taken_over, "taken over"],
  ];
  const text = counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
  if (sweep.schedule_failed > 0) return { text, tone: "bad" };
  return sweep.missed > 0 ? { text, tone: "warn" } : { text };
}
