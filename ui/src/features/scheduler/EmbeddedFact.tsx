import { Activity } from "lucide-react";
import type { SchedulerStatus } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { absolute, relative } from "@/components/time";
import styles from "./Scheduler.module.css";

/** Whether this app sweeps itself, and when the next fire is. */
export function EmbeddedFact({ status }: { status: SchedulerStatus }) {
  const now = useNow();
  const zone = useZone();
  const { embedded, next_fire_at: next } = status;
  return (
    <>
      <span className={styles.pill} data-tone={embedded.running ? "ok" : "mute"}>
        <Activity size={14} aria-hidden />
        {embedded.running ? "Running inside this app" : "Not running inside this app"}
      </span>
      <span>
        {embedded.since && `since ${absolute(embedded.since, now, zone)}, `}
        {next === null ? "nothing is planned" : `next fire ${relative(next, now, zone)}`}
      </span>
    </>
  );
}
