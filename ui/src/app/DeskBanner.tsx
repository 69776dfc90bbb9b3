import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Activity, Unplug } from "lucide-react";
import type { SchedulerStatus } from "@/backend";
import { Banner } from "@/components/Banner";
import { useNow, useZone } from "@/components/clock";
import { clockTime, count, relative } from "@/components/time";
import { isStale } from "./view-of";

interface DeskBannerProps {
  scheduler: UseQueryResult<SchedulerStatus>;
  /** Of the connection. */
  name: string;
}

/** What every page must say: that nothing answers, or that nobody sweeps. */
export function DeskBanner({ scheduler, name }: DeskBannerProps) {
  const now = useNow();
  const zone = useZone();
  if (isStale(scheduler)) {
    const since = scheduler.dataUpdatedAt;
    return (
      <Banner wide tone="warn" icon={Unplug} title={`Showing ${clockTime(since, zone, true)}.`}>
        {name} does not answer. {scheduler.error?.message} It is asked again every few seconds.
      </Banner>
    );
  }
  const heartbeat = scheduler.data?.heartbeat;
  if (!heartbeat?.silent) return null;
  const { last_sweep_at: last, overdue } = heartbeat;
  return (
    <Banner wide tone="bad" icon={Activity} title="Nobody is sweeping.">
      {last === null
        ? "No worker has ever looked at this database."
        : `The last sweep was ${clockTime(last, zone, true)}, ${relative(last, now, zone)}.`}{" "}
      {overdue > 0 &&
        `${count(overdue)} ${overdue === 1 ? "routine is" : "routines are"} overdue. `}
      <Link to="/scheduler">Open Scheduler</Link>
    </Banner>
  );
}
