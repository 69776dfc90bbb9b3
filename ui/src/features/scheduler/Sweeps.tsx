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
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">At</th>
                <th scope="col">By</th>
                {["Claimed", "Launched", "Failed", "Skipped", "Missed", "Took"].map((head) => (
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
  const tone = (count: number, of: string) => (count > 0 ? of : undefined);
  return (
    <tr>
      <th scope="row">{absolute(sweep.started_at, now, zone, true)}</th>
      <td>{sweep.worker}</td>
      <td className={styles.number}>{sweep.claimed}</td>
      <td className={styles.number}>{sweep.launched}</td>
      <td className={styles.number} data-tone={tone(sweep.schedule_failed, "bad")}>
        {sweep.schedule_failed}
      </td>
      <td className={styles.number} data-tone={tone(sweep.skipped, "warn")}>
        {sweep.skipped}
      </td>
      <td className={styles.number} data-tone={tone(sweep.missed, "warn")}>
        {sweep.missed}
      </td>
      <td className={styles.number}>{sweep.took_ms === null ? "…" : duration(sweep.took_ms)}</td>
      <td className={styles.note} data-tone={sweep.error ? "bad" : undefined}>
        {sweep.error ?? (sweep.taken_over > 0 ? `took over ${sweep.taken_over}` : "")}
      </td>
    </tr>
  );
}
