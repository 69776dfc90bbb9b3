import type { RunRow } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { TrayWithCross } from "@/components/icons";
import { CauseWord, StatusWord } from "@/components/StatusWord";
import { AbsoluteTime } from "@/components/Time";
import { TwoLine } from "@/components/TwoLine";
import { absolute, clockTime, duration, millis, span } from "@/components/time";
import { dayNumber } from "@/components/zone";
import { missedWords } from "../words";
import styles from "./cells.module.css";

interface Cell {
  row: RunRow;
}

export function OutcomeCell({ row }: Cell) {
  return (
    <TwoLine
      detail={
        <span className={styles.line}>
          <CauseWord cause={row.cause} />
          {row.attempt > 1 && `, attempt ${row.attempt}`}
        </span>
      }
    >
      <span className={styles.line}>
        <StatusWord status={row.status} />
      </span>
    </TwoLine>
  );
}

export function RoutineCell({ row }: Cell) {
  return (
    <TwoLine strong detail={row.tenant_name}>
      <span title={row.routine_name}>{row.routine_name}</span>
    </TwoLine>
  );
}

export function PlannedCell({ row }: Cell) {
  return (
    <TwoLine detail={<Recorded row={row} />}>
      <AbsoluteTime at={row.scheduled_for} none="not planned" />
    </TwoLine>
  );
}

/** The day is left out where it is that of the planned time above. */
function Recorded({ row }: Cell) {
  const now = useNow();
  const zone = useZone();
  const { scheduled_for: planned, recorded_at: at } = row;
  const sameDay =
    planned !== null && dayNumber(millis(planned), zone) === dayNumber(millis(at), zone);
  return <>recorded {sameDay ? clockTime(at, zone, true) : absolute(at, now, zone, true)}</>;
}

export function DurationCell({ row }: Cell) {
  if (row.duration_ms !== null) return <>{duration(row.duration_ms)}</>;
  if (row.status === "running" && row.started_at) return <Elapsed since={row.started_at} />;
  return (
    <span className={styles.none}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">no duration</span>
    </span>
  );
}

function Elapsed({ since }: { since: string }) {
  return <>for {span(useNow() - millis(since))}</>;
}

export function WorkerCell({ row }: Cell) {
  if (row.worker === null) return <span className={styles.none}>none</span>;
  return (
    <span className={styles.worker} title={row.worker}>
      {row.worker}
    </span>
  );
}

/** Why: the error, the reason, what it waits for, or the span that a missed row stands for. */
export function MessageCell({ row }: Cell) {
  const now = useNow();
  const zone = useZone();
  const { message, missed, waits_for: waitsFor } = row;
  const words = message ?? (waitsFor && `Waits for ${waitsFor}.`);
  return (
    <div className={styles.message} title={words ?? undefined}>
      {row.dead_lettered && (
        <span className={styles.gaveUp}>
          <TrayWithCross size={13} aria-hidden /> gave up
        </span>
      )}
      {missed && row.scheduled_for && (
        <span className={styles.span}>{missedWords(row.scheduled_for, missed, now, zone)}</span>
      )}
      {words}
    </div>
  );
}
