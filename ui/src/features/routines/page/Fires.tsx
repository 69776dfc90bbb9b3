import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FirePreview, type RoutineDetail, type RunRow, reads } from "@/backend";
import { Button } from "@/components/Button";
import { useNow, useZone } from "@/components/clock";
import { StatusWord } from "@/components/StatusWord";
import { RelativeTime } from "@/components/Time";
import { absolute } from "@/components/time";
import { runAddress } from "../addresses";
import { fireDay, fireTime, offsetText } from "../fireText";
import { stateReason } from "../stateText";
import { PartState } from "./Part";
import styles from "./page.module.css";

/** The planned times: those to come as the engine has them, and what became of those that passed. */
export function Fires({ detail }: { detail: RoutineDetail }) {
  const { row } = detail;
  const read = useInfiniteQuery(reads.routineFires(row.id));
  const times = { now: useNow(), zone: useZone() };
  const first = read.data?.pages[0];
  const past = read.data?.pages.flatMap((page) => page.past) ?? [];
  return (
    <div className={styles.columns}>
      <section aria-label="Upcoming fires">
        <h2>Upcoming</h2>
        <PartState failed="Fires could not be read." read={read} />
        {first?.retry_at && (
          <p className={styles.retry}>
            Retry {absolute(first.retry_at, times.now, times.zone, true)},{" "}
            <RelativeTime at={first.retry_at} seconds />
          </p>
        )}
        {first?.upcoming.length === 0 && (
          <p className={styles.muted}>
            None is planned{stateReason(row, times) ? `: ${stateReason(row, times)}` : ""}.
          </p>
        )}
        <ol className={styles.fires}>
          {first?.upcoming.map((fire) => (
            <Upcoming key={fire.at} fire={fire} now={times.now} />
          ))}
        </ol>
      </section>
      <section aria-label="Past fires">
        <h2>Past</h2>
        {first && past.length === 0 && <p className={styles.muted}>No planned time has passed.</p>}
        <ol className={styles.fires}>
          {past.map((run) => (
            <Past key={run.id} run={run} {...times} />
          ))}
        </ol>
        {read.hasNextPage && (
          <Button
            size={24}
            busy={read.isFetchingNextPage}
            onClick={() => void read.fetchNextPage()}
          >
            Load 50 more
          </Button>
        )}
      </section>
    </div>
  );
}

function Upcoming({ fire, now }: { fire: FirePreview; now: number }) {
  const { mark } = fire;
  return (
    <li>
      <span>
        {fireDay(fire, now)} {fireTime(fire.wall_clock)}
      </span>
      <span className={styles.muted}>
        {offsetText(fire.offset_seconds)}
        {mark?.kind === "first_of_two" && " · first of two"}
        {mark?.kind === "moved_from_gap" &&
          ` · ${fireTime(mark.wall_clock)} does not exist on this day`}
      </span>
      <RelativeTime at={fire.at} />
    </li>
  );
}

function Past({ run, now, zone }: { run: RunRow; now: number; zone: string }) {
  const aside = [
    run.missed && run.missed.count > 1 && `${run.missed.count} planned times`,
    run.attempt > 1 && `attempt ${run.attempt}`,
    run.message,
  ];
  return (
    <li>
      <Link to={runAddress(run.id)}>
        {absolute(run.scheduled_for ?? run.recorded_at, now, zone)}
      </Link>
      <StatusWord status={run.status} />
      <span className={styles.muted}>{aside.filter(Boolean).join(" · ")}</span>
    </li>
  );
}
