import type { UseQueryResult } from "@tanstack/react-query";
import { type ConnectionInfo, type RoutineCounts, type SchedulerStatus, setLive } from "@/backend";
import { count } from "@/components/time";
import type { Badges } from "./places";
import type { Staleness } from "./useStaleness";
import type { ConnectionColour, ConnectionView, LiveView, SchedulerView } from "./views";

/** From what the commands answer to what the frame shows. */

export function connectionView(connection: ConnectionInfo | null): ConnectionView | null {
  return (
    connection && {
      name: connection.name,
      colour: connection.colour as ConnectionColour,
      protection: connection.protection,
    }
  );
}

export function liveView(
  follows: boolean,
  staleness: Staleness,
  read: UseQueryResult<SchedulerStatus>,
): LiveView {
  if (staleness !== "fresh") {
    return { state: "stale", since: read.dataUpdatedAt, onToggle: () => void read.refetch() };
  }
  const onToggle = () => setLive(!follows);
  return follows ? { state: "live", onToggle } : { state: "paused", newer: 0, onToggle };
}

export function schedulerView(status: SchedulerStatus | undefined): SchedulerView | null {
  if (!status) return null;
  const { embedded, heartbeat, workers, clock_difference_ms } = status;
  const awake = workers.filter((worker) => worker.state !== "silent" && worker.state !== "stopped");
  return {
    tone: heartbeat.silent ? "bad" : "ok",
    words: heartbeat.silent
      ? "Nobody sweeps"
      : embedded.running
        ? "Embedded scheduler running"
        : "Sweeping",
    lastSweepAt: heartbeat.last_sweep_at,
    startLagMs: heartbeat.lag_ms ?? undefined,
    workers: awake.length === 1 ? "1 worker" : `${awake.length} workers`,
    realNow: status.virtual_time ? status.real_now : undefined,
    // The bar says how far the database is from this desktop, the command the other way round.
    clockDifferenceMs: -clock_difference_ms,
  };
}

export function badges(counts: RoutineCounts | undefined, status: SchedulerStatus | undefined) {
  const shown: Badges = {};
  if (counts && counts.failing > 0) shown.failures = { text: count(counts.failing), tone: "bad" };
  if (counts) shown.routines = { text: count(counts.all) };
  if (status?.heartbeat.silent) shown.scheduler = { text: "asleep", tone: "warn" };
  return shown;
}
