import { Activity } from "lucide-react";
import type { SchedulerStatus, Today } from "@/backend";
import { RelativeTime } from "@/components/Time";
import { count, duration } from "@/components/time";
import styles from "./Attention.module.css";

interface PulseProps {
  scheduler: SchedulerStatus | undefined;
  pulse: Today["pulse"];
}

/** Whether the scheduler is alive, and how late its sweeps were. */
export function Pulse({ scheduler, pulse }: PulseProps) {
  const heartbeat = scheduler?.heartbeat;
  const silent = heartbeat?.silent ?? false;
  return (
    <li className={styles.pulse}>
      <div className={styles.line}>
        <span className={styles.alive} data-tone={silent ? "bad" : "ok"}>
          <Activity size={14} aria-hidden />
          {!scheduler ? "Scheduler" : silent ? "Nobody sweeps" : "Sweeping"}
        </span>
        <span className={styles.fact}>
          last sweep{" "}
          <strong>
            <RelativeTime at={heartbeat?.last_sweep_at ?? null} none="never" seconds />
          </strong>
        </span>
      </div>
      <div className={styles.line}>
        <Spark pulse={pulse} />
        <span className={styles.fact}>
          Start lag <strong>{lagWords(heartbeat?.lag_ms)}</strong>
          <br />
          {overdueWords(heartbeat?.overdue ?? 0)}
        </span>
      </div>
    </li>
  );
}

function lagWords(lag: number | null | undefined): string {
  return lag === null || lag === undefined ? "unknown" : duration(lag);
}

function overdueWords(overdue: number): string {
  return overdue === 0 ? "nothing overdue" : `${count(overdue)} overdue`;
}

const WIDTH = 168;
const HEIGHT = 22;
/** A sweep is called late from here on, in milliseconds. */
const LATE_MS = 5_000;

function Spark({ pulse }: { pulse: Today["pulse"] }) {
  const most = Math.max(1000, ...pulse.map((each) => each.lag_ms ?? 0));
  const step = WIDTH / 40;
  const late = pulse.filter((each) => (each.lag_ms ?? 0) > LATE_MS).length;
  const failed = pulse.filter((each) => each.failed).length;
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`The last ${pulse.length} sweeps: ${late} late, ${failed} failed`}
    >
      {pulse.map((each, index) => {
        const height = 4 + ((each.lag_ms ?? 0) / most) * (HEIGHT - 4);
        const tone = each.failed ? "bad" : (each.lag_ms ?? 0) > LATE_MS ? "warn" : "ok";
        return (
          <rect
            key={each.at}
            data-tone={tone}
            x={(40 - pulse.length + index) * step}
            width={step * 0.7}
            y={HEIGHT - height}
            height={height}
          />
        );
      })}
    </svg>
  );
}
