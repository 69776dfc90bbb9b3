import { Activity, CircleCheck, CircleStop } from "lucide-react";
import type { SchedulerStatus, WorkerRow, WorkerState } from "@/backend";
import { Empty } from "@/components/Empty";
import { DashedClock } from "@/components/icons";
import { RelativeTime } from "@/components/Time";
import { duration } from "@/components/time";
import styles from "./Scheduler.module.css";

const states = {
  sweeping: { word: "Sweeping", icon: Activity, tone: "ok" },
  waiting: { word: "Waiting", icon: CircleCheck, tone: "ok" },
  silent: { word: "Silent", icon: DashedClock, tone: "warn" },
  stopped: { word: "Stopped", icon: CircleStop, tone: "mute" },
} satisfies Record<WorkerState, unknown>;

/** A clock that is further off than this is a warning. */
const SKEW_MS = 1_000;

export function Workers({ status }: { status: SchedulerStatus }) {
  const { workers, zone_data: zoneData } = status;
  if (workers.length === 0) {
    return (
      <section className={styles.card} aria-label="Workers">
        <Empty icon={Activity} title="No worker has been seen">
          Start the scheduler inside this app, or a worker with “routinectl worker”.
        </Empty>
      </section>
    );
  }
  return (
    <section className={styles.card} aria-label="Workers">
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {["Worker", "State", "Heartbeat", "Clock", "Holds", "Version", "Zone data"].map(
                (head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {workers.map((worker) => (
              <Worker key={worker.name} worker={worker} zoneData={zoneData} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Worker({ worker, zoneData }: { worker: WorkerRow; zoneData: string }) {
  const { word, icon: Icon, tone } = states[worker.state];
  const skewed = Math.abs(worker.clock_offset_ms) > SKEW_MS;
  const differs = worker.zone_data !== zoneData;
  return (
    <tr>
      <th scope="row">
        {worker.name} {worker.this_app && <small>this app</small>}
      </th>
      <td>
        <span className={styles.state} data-tone={tone}>
          <Icon size={14} aria-hidden />
          {word}
        </span>
      </td>
      <td>
        <RelativeTime at={worker.heartbeat_at} none="never" seconds />
      </td>
      <td data-tone={skewed ? "warn" : undefined}>{signed(worker.clock_offset_ms)}</td>
      <td>{holds(worker.holds)}</td>
      <td className={styles.muted}>{worker.version}</td>
      <td className={styles.muted} data-tone={differs ? "warn" : undefined}>
        {worker.zone_data}
        {differs && ", differs"}
      </td>
    </tr>
  );
}

function holds(leases: number): string {
  if (leases === 0) return "none";
  return leases === 1 ? "1 lease" : `${leases} leases`;
}

function signed(ms: number): string {
  if (ms === 0) return "0 ms";
  return `${ms < 0 ? "−" : "+"}${duration(Math.abs(ms))}`;
}
