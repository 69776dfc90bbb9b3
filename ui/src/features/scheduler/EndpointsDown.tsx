import { useQuery } from "@tanstack/react-query";
import { reads } from "@/backend";
import { AbsoluteTime, RelativeTime } from "@/components/Time";
import styles from "./Scheduler.module.css";

/** What is given a rest because several routines found it unavailable. Nothing where nothing is. */
export function EndpointsDown() {
  const { data: endpoints = [] } = useQuery(reads.endpoints());
  if (endpoints.length === 0) return null;
  return (
    <section className={styles.card} aria-label="Endpoints down">
      <header className={styles.head}>
        <h2>Endpoints down</h2>
        <span>runs wait instead of failing; the oldest is tried once a minute</span>
      </header>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Endpoint</th>
              <th scope="col">Down since</th>
              <th scope="col" className={styles.number}>
                Waiting
              </th>
              <th scope="col">Next try</th>
            </tr>
          </thead>
          <tbody>
            {endpoints.map((down) => (
              <tr key={down.endpoint}>
                <th scope="row">{down.endpoint}</th>
                <td>
                  <AbsoluteTime at={down.since} seconds />
                </td>
                <td className={styles.number}>
                  {down.waiting === 1 ? "1 run" : `${down.waiting} runs`}
                </td>
                <td>
                  {down.waiting === 0 ? (
                    "with the next fire"
                  ) : (
                    <RelativeTime at={down.next_probe_at} seconds />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
