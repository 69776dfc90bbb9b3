import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reads, useConnection } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { Dialog } from "@/components/Dialog";
import { Sentences } from "@/components/Sentences";
import { TextField } from "@/components/TextField";
import { city, instantOf } from "@/components/zone";
import { type ActionDialog, closeWhenDone } from "./dialog";
import styles from "./dialog.module.css";

/** The longest reason that is stored, in characters (product.md, section 8). */
const REASON_LIMIT = 400;

export function PauseDialog({ row, writes, busy, onClose }: ActionDialog) {
  const { name } = useConnection();
  const now = useNow();
  const zone = useZone();
  const [reason, setReason] = useState("");
  const [reading, setReading] = useState("");
  const until = reading === "" ? null : instantOf(reading, zone);
  const passed = until !== null && until <= now;
  const resumes = until === null || passed ? null : new Date(until).toISOString();
  const { data, error } = useQuery(reads.consequence(row.id, "pause", resumes));
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
      {data ? (
        <Sentences of={data.sentences} />
      ) : (
        <p>{error?.message ?? "Working out which fires do not happen…"}</p>
      )}
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
