import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RoutineDetail, reads, useConnection } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { Dialog } from "@/components/Dialog";
import { TextField } from "@/components/TextField";
import { absolute, millis } from "@/components/time";
import { city, instantOf } from "@/components/zone";
import { type ActionDialog, closeWhenDone } from "./dialog";
import styles from "./dialog.module.css";

/** The longest reason that is stored, in characters (product.md, section 8). */
const REASON_LIMIT = 400;

export function PauseDialog({ row, writes, busy, onClose }: ActionDialog) {
  const { name } = useConnection();
  const { data } = useQuery(reads.routine(row.id));
  const now = useNow();
  const zone = useZone();
  const [reason, setReason] = useState("");
  const [reading, setReading] = useState("");
  const until = reading === "" ? null : instantOf(reading, zone);
  const passed = until !== null && until <= now;
  const confirm = () => {
    const resumeAt = until === null ? null : new Date(until).toISOString();
    void closeWhenDone(writes.pause(row, reason.trim(), resumeAt), onClose);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Pause “${row.name}” on ${name}?`}
      confirm={{
        label: "Pause",
        busy,
        disabledReason: passed ? "The time to resume has passed." : undefined,
        onConfirm: confirm,
      }}
    >
      <p>{consequence(data, passed ? null : until, now, zone)}</p>
      <div className={styles.fields}>
        <TextField
          label="Reason"
          layout="stack"
          value={reason}
          onChange={setReason}
          maxLength={REASON_LIMIT}
          autoFocus
        />
        <TextField
          label={`Until, ${city(zone)} time`}
          layout="stack"
          type="datetime-local"
          value={reading}
          onChange={setReading}
          note="Left empty, it stays off until someone resumes it."
          verdict={passed ? { tone: "bad", sentence: "This time has passed." } : undefined}
        />
      </div>
    </Dialog>
  );
}

/** Counts only fires the scheduler itself has named; says "at least" where there may be more. */
function consequence(
  detail: RoutineDetail | undefined,
  until: number | null,
  now: number,
  zone: string,
): string {
  if (detail === undefined) return "Working out which fires do not happen…";
  const { next_fires: fires, row } = detail;
  const retry =
    row.state.kind === "backing_off"
      ? ` The retry at ${absolute(row.state.retry_at, now, zone, true)} is dropped.`
      : "";
  const first = fires[0];
  if (first === undefined) return `No fire is planned, so none is lost.${retry}`;
  if (until === null) {
    return `No fire from ${absolute(first.at, now, zone)} on happens until someone resumes it.${retry}`;
  }
  const lost = fires.filter((fire) => millis(fire.at) < until).length;
  const end = absolute(until, now, zone);
  if (lost === 0) return `No fire is lost: the next one comes after ${end}.${retry}`;
  const least = lost === fires.length && detail.trigger.kind !== "once" ? "At least " : "";
  const noun = lost === 1 ? "fire" : "fires";
  return `${least}${lost} ${noun} until ${end} will not happen.${retry}`;
}
