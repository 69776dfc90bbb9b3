import { Activity, Clock } from "lucide-react";
import { useZone } from "@/components/clock";
import { Kbd } from "@/components/Kbd";
import { KeyHints } from "@/components/KeyHints";
import { RelativeTime } from "@/components/Time";
import { clockTime, duration } from "@/components/time";
import styles from "./StatusBar.module.css";
import type { SchedulerView } from "./views";

interface StatusBarProps {
  scheduler: SchedulerView | null;
  onAllKeys: () => void;
}

/** One line about the scheduler at the left, the keys of the view at the right. */
export function StatusBar({ scheduler, onAllKeys }: StatusBarProps) {
  return (
    <footer className={styles.bar}>
      {scheduler ? <Scheduler {...scheduler} /> : <span>No scheduler</span>}
      <div className={styles.keys}>
        <KeyHints />
        <button type="button" className={styles.all} onClick={onAllKeys}>
          <Kbd keys="?" />
          all keys
        </button>
      </div>
    </footer>
  );
}

function Scheduler(scheduler: SchedulerView) {
  const { tone, words, lastSweepAt, startLagMs, workers, clockDifferenceMs, realNow } = scheduler;
  const zone = useZone();
  return (
    <>
      <span className={styles.state} data-tone={tone}>
        <Activity size={14} aria-hidden />
        {words}
      </span>
      <span>
        last sweep <RelativeTime at={lastSweepAt} none="never" seconds />
      </span>
      {startLagMs !== undefined && <span>start lag {duration(startLagMs)}</span>}
      {workers && <span className={styles.wideOnly}>{workers}</span>}
      {realNow !== undefined && (
        <span className={styles.virtual}>
          <Clock size={14} aria-hidden />
          <strong>Virtual time, sandbox only</strong>
          <span className={styles.wideOnly}>real time {clockTime(realNow, zone, true)}</span>
        </span>
      )}
      {realNow === undefined && clockDifferenceMs !== undefined && (
        <span className={styles.clock}>Database clock {signed(clockDifferenceMs)}</span>
      )}
    </>
  );
}

function signed(ms: number): string {
  if (Math.round(ms) === 0) return "0 ms";
  return `${ms < 0 ? "−" : "+"}${duration(Math.abs(ms))}`;
}
