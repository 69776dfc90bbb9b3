import { MoveRight, Undo2 } from "lucide-react";
import type { FireMark, FirePreview, NotFired, TriggerPreview } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { count, millis, relative } from "@/components/time";
import { fireDay, fireTime, inZone, offsetText } from "../fireText";
import type { Form } from "./form";
import styles from "./Preview.module.css";

interface Props {
  answer: TriggerPreview;
  /** Whose clock the times are read on. */
  zone: string;
  of: Pick<Form, "kind" | "zone">;
}

type Line = { at: number; fire: FirePreview; number: number } | { at: number; skipped: NotFired };

/** The next fires, with the clock times between them that look planned and do not fire. */
export function FireTable({ answer, zone, of }: Props) {
  const now = useNow();
  const viewer = useZone();
  // Readings in the trigger's own zone come from the scheduler; others are only shown differently.
  const isOwn = of.kind === "cron" && zone === of.zone;
  const fires: Line[] = answer.fires.map((fire, index) => ({
    at: millis(fire.at),
    fire: isOwn ? fire : inZone(fire, zone),
    number: index + 1,
  }));
  const skipped: Line[] = isOwn
    ? answer.not_fired.map((each) => ({ at: instant(each), skipped: each }))
    : [];
  const lines = [...fires, ...skipped].sort((one, other) => one.at - other.at);
  return (
    <>
      <h4 className={styles.title}>
        {answer.fires.length === 1 ? "Next fire" : `Next ${count(answer.fires.length)} fires`}
      </h4>
      <table className={styles.fires}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Day</th>
            <th scope="col">Time</th>
            <th scope="col">Offset</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) =>
            "fire" in line ? (
              <tr key={`fire ${line.at}`} data-marked={line.fire.mark !== null || undefined}>
                <td>{line.number}</td>
                <td>{fireDay(line.fire, now)}</td>
                <td>{fireTime(line.fire.wall_clock)}</td>
                <td>{offsetText(line.fire.offset_seconds)}</td>
                <td>
                  <div className={styles.last}>
                    {line.fire.mark && <Mark mark={line.fire.mark} />}
                    <span className={styles.when}>{relative(line.fire.at, now, viewer)}</span>
                  </div>
                </td>
              </tr>
            ) : (
              <tr key={`not ${line.skipped.wall_clock}`} data-marked="true">
                <td />
                <td />
                <td>
                  <s>{fireTime(line.skipped.wall_clock)}</s>
                </td>
                <td>
                  {line.skipped.offset_seconds !== null && offsetText(line.skipped.offset_seconds)}
                </td>
                <td>
                  <div className={styles.last}>
                    <span className={styles.mark} title={line.skipped.reason}>
                      {line.skipped.reason}
                    </span>
                    <span className={styles.not}>not fired</span>
                  </div>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </>
  );
}

function Mark({ mark }: { mark: FireMark }) {
  const Icon = mark.kind === "first_of_two" ? Undo2 : MoveRight;
  return (
    <span className={styles.mark}>
      <Icon size={13} aria-hidden />{" "}
      {mark.kind === "first_of_two" ? "first of two" : `moved from ${fireTime(mark.wall_clock)}`}
    </span>
  );
}

/** Where it stands between the fires; a time that does not exist has no offset and sorts by its reading. */
function instant({ wall_clock, offset_seconds }: NotFired): number {
  return Date.parse(`${wall_clock}Z`) - (offset_seconds ?? 0) * 1000;
}
