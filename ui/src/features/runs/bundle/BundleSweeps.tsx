import type { SweepRow, WorkerRow } from "@/backend";
import { Card } from "@/components/Card";
import { AbsoluteTime } from "@/components/Time";
import { count, duration } from "@/components/time";
import styles from "./Bundle.module.css";

interface Props {
  sweeps: readonly SweepRow[];
  workers: readonly WorkerRow[];
}

/** Who looked for work around the run, and with which program. */
export function BundleSweeps({ sweeps, workers }: Props) {
  return (
    <Card flush title="Sweeps around it" fact={count(sweeps.length)}>
      {sweeps.length === 0 && <p className={styles.none}>Nobody swept around this run.</p>}
      {sweeps.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard
        <section className={styles.scroll} aria-label="Table of sweeps" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {["At", "By", "Claimed", "Launched", "Failed", "Took", "Note"].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sweeps.map((sweep) => (
                <tr key={sweep.id}>
                  <th scope="row">
                    <AbsoluteTime at={sweep.started_at} seconds />
                  </th>
                  <td>{sweep.worker}</td>
                  <td>{sweep.claimed}</td>
                  <td>{sweep.launched}</td>
                  <td>{sweep.schedule_failed}</td>
                  <td>{sweep.took_ms === null ? "…" : duration(sweep.took_ms)}</td>
                  <td>{sweep.error ?? ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {workers.length > 0 && (
        <p className={styles.none}>
          Workers then:{" "}
          {workers
            .map(({ name, version, zone_data }) => `${name} (${version}, ${zone_data})`)
            .join(", ")}
          .
        </p>
      )}
    </Card>
  );
}
