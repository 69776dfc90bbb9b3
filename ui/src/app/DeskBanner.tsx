import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Activity, ClockAlert, Eye, Unplug } from "lucide-react";
import { askAgainAfter, type SchedulerStatus } from "@/backend";
import { Banner } from "@/components/Banner";
import { useNow, useZone } from "@/components/clock";
import { clockTime, count, duration, relative, span } from "@/components/time";
import type { Staleness } from "./useStaleness";
import type { Protection } from "./views";

interface DeskBannerProps {
  scheduler: UseQueryResult<SchedulerStatus>;
  staleness: Staleness;
  /** Of the connection. */
  name: string;
  protection: Protection;
}

/** From here on two clocks are said to differ, in milliseconds. */
const CLOCKS_DIFFER_MS = 1_000;

/** What every page must say: that nothing answers, that nobody sweeps, that nothing can be changed. */
export function DeskBanner({ scheduler, staleness, name, protection }: DeskBannerProps) {
  if (staleness === "held") return <Stale scheduler={scheduler} name={name} />;
  const difference = scheduler.data?.clock_difference_ms ?? 0;
  return (
    <>
      {scheduler.data?.heartbeat.silent && <NobodySweeps heartbeat={scheduler.data.heartbeat} />}
      {Math.abs(difference) > CLOCKS_DIFFER_MS && (
        <Banner wide tone="warn" icon={ClockAlert} title="The clocks differ.">
          The clock of this computer is {duration(Math.abs(difference))}{" "}
          {difference > 0 ? "ahead of" : "behind"} the database’s. Ages are counted by the database.
        </Banner>
      )}
      {protection === "read_only" && (
        <Banner wide tone="plain" icon={Eye} title={`${name} is read-only.`}>
          Everything can be looked at, and nothing is changed.{" "}
          <Link to="/connections">Open Connections</Link>
        </Banner>
      )}
    </>
  );
}

function Stale({ scheduler, name }: Pick<DeskBannerProps, "scheduler" | "name">) {
  useNow();
  const zone = useZone();
  const since = scheduler.dataUpdatedAt;
  const age = Date.now() - since;
  const asks = scheduler.fetchStatus !== "idle";
  const next = scheduler.errorUpdatedAt + askAgainAfter(age) - Date.now();
  return (
    <Banner
      wide
      tone="warn"
      icon={Unplug}
      title={`Showing ${clockTime(since, zone, true)}, ${span(age)} old.`}
    >
      {name} is not answering.{" "}
      {asks || next < 1000 ? "It is asked now." : `Next try in ${span(next)}.`} Changes are held
      back until it answers.
    </Banner>
  );
}

function NobodySweeps({ heartbeat }: { heartbeat: SchedulerStatus["heartbeat"] }) {
  const now = useNow();
  const zone = useZone();
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
