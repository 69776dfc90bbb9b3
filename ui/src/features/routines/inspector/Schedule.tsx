import type { RoutineDetail } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { clockTime, date, relative } from "@/components/time";
import { isKnownZone, offsetMinutes, zoneLabel } from "@/components/zone";
import { fireDay, fireTime, inZone, offsetText } from "../fireText";
import styles from "./Schedule.module.css";

/** Fires shown in the inspector; the editor shows ten. */
const SHOWN = 5;

export function Schedule({ detail }: { detail: RoutineDetail }) {
  const now = useNow();
  const viewer = useZone();
  const { trigger, state } = detail.row;
  // What has no zone of its own is read on the viewer's clock.
  const zone = trigger.zone ?? viewer;
  const fires = detail.next_fires
    .slice(0, SHOWN)
    .map((fire) => (trigger.zone === null ? inZone(fire, viewer) : fire));
  const offsetNow = isKnownZone(zone) ? offsetMinutes(now, zone) * 60 : null;
  return (
    <section>
      <h3>Schedule</h3>
      <p>{trigger.refusal ?? trigger.sentence}</p>
      <p className={styles.raw}>
        <code>{trigger.raw}</code>
        {trigger.zone && ` · ${zoneLabel(trigger.zone, now)}`}
      </p>
      {(state.kind === "backing_off" || fires.length > 0) && (
        <table className={styles.fires}>
          <caption className="visually-hidden">Next fires</caption>
          <tbody>
            {state.kind === "backing_off" && (
              <tr data-retry="true">
                <td>
                  {retryDay(state.retry_at, now, zone)} {clockTime(state.retry_at, zone, true)}
                </td>
                <td>retry {state.failures}</td>
                <td>{relative(state.retry_at, now, viewer)}</td>
              </tr>
            )}
            {fires.map((fire) => (
              <tr key={fire.at}>
                <td>
                  {fireDay(fire, now)} {fireTime(fire.wall_clock)}
                </td>
                <td>{fire.offset_seconds !== offsetNow && offsetText(fire.offset_seconds)}</td>
                <td>{relative(fire.at, now, viewer)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {fires.length === 0 && <p className={styles.raw}>{noFires(state.kind)}</p>}
    </section>
  );
}

function retryDay(at: string, now: number, zone: string): string {
  const day = date(at, now, zone);
  return day === date(now, now, zone) ? "Today" : day;
}

function noFires(state: string): string {
  return state === "manual" ? "It fires only by hand." : "No fire is planned.";
}
