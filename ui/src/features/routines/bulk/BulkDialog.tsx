import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  answerTo,
  type BulkAction,
  type BulkReport,
  failure,
  reads,
  useConnection,
} from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { Dialog } from "@/components/Dialog";
import { Sentences } from "@/components/Sentences";
import { TextField } from "@/components/TextField";
import { count } from "@/components/time";
import { city, instantOf } from "@/components/zone";
import { verbs } from "../actions/verbs";
import type { SelectionState } from "../list/useSelection";
import type { BulkKind } from "./actions";
import styles from "./BulkDialog.module.css";
import { Progress, Report } from "./Outcome";
import { targetOf, useBulk } from "./useBulk";

interface Props {
  kind: BulkKind;
  selection: SelectionState;
  onClose: () => void;
}

/** So many are named before the question; with more, their number has to do. */
const NAMED = 5;
/** The longest reason that is stored, in characters (product.md, section 8). */
const REASON_LIMIT = 400;

/** Count and consequence, then the progress with a stop, then what became of each. */
export function BulkDialog({ kind, selection, onClose }: Props) {
  const { name, asksOfMany } = useConnection();
  const bulk = useBulk();
  const now = useNow();
  const zone = useZone();
  // The list refreshes meanwhile: the question stays the one that was asked.
  const [asked] = useState(selection);
  const [reason, setReason] = useState("");
  const [reading, setReading] = useState("");
  const until = kind === "pause" && reading !== "" ? instantOf(reading, zone) : null;
  const passed = until !== null && until <= now;
  const [typed, setTyped] = useState("");
  const [report, setReport] = useState<BulkReport | null>(null);
  const { label } = verbs[kind];
  const noun = asked.count === 1 ? "routine" : "routines";
  const asks = asksOfMany(asked.all === null ? asked.count : "all");
  const mustType = asks === "typed_name";
  const run = async () => {
    const action: BulkAction =
      kind === "pause"
        ? {
            kind,
            reason: reason.trim(),
            resume_at: until === null ? null : new Date(until).toISOString(),
          }
        : { kind };
    try {
      const done = await bulk.run(action, asked, answerTo(asks, mustType ? typed : null));
      setReport(done);
      const left = [...done.left_out, ...done.conflicts].map(({ id }) => id);
      if (done.stopped === null) selection.keep(left);
    } catch {
      // The dialog shows it, and stays for another try.
    }
  };
  if (report) {
    return (
      <Dialog open onClose={onClose} title={`${label} on ${name}: what became of it`}>
        <Report kind={kind} report={report} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      destructive={kind === "delete"}
      onClose={bulk.isPending ? () => {} : onClose}
      title={`${label} ${count(asked.count)} ${noun} on ${name}?`}
      confirm={{
        label,
        busy: bulk.isPending,
        disabledReason: passed
          ? "The time to resume has passed."
          : mustType && typed.trim() !== name
            ? `Type ${name} to confirm.`
            : undefined,
        onConfirm: () => void run(),
      }}
    >
      {bulk.isPending ? (
        <Progress />
      ) : (
        <>
          <Told kind={kind} selection={asked} until={passed ? null : until} />
          <Chosen selection={asked} />
          {bulk.error && (
            <p role="alert" className={styles.refused}>
              {failure(bulk.error).message}
            </p>
          )}
          {kind === "pause" && (
            <>
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
                note="Left empty, they stay off until someone resumes them."
                verdict={passed ? { tone: "bad", sentence: "This time has passed." } : undefined}
              />
            </>
          )}
          {mustType && (
            <TextField
              label={`Type “${name}” to confirm`}
              layout="stack"
              value={typed}
              onChange={setTyped}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

interface ToldProps {
  kind: BulkKind;
  selection: SelectionState;
  until: number | null;
}

/** What it would do to them, as Rust works it out. */
function Told({ kind, selection, until }: ToldProps) {
  const resumes = until === null ? null : new Date(until).toISOString();
  const action: BulkAction = kind === "pause" ? { kind, reason: "", resume_at: resumes } : { kind };
  const { data, error } = useQuery(reads.bulkConsequence({ action, target: targetOf(selection) }));
  if (data) return <Sentences of={data.sentences} />;
  return <p>{error?.message ?? "Working out what it does…"}</p>;
}

function Chosen({ selection }: { selection: SelectionState }) {
  if (selection.all !== null) {
    return <p>Everything that matches the filters now; if more match by then, nothing is done.</p>;
  }
  const { rows } = selection;
  if (rows.length > NAMED) return null;
  return (
    <ul className={styles.names}>
      {rows.map((row) => (
        <li key={row.id}>
          {row.name} <span>{row.tenant_name}</span>
        </li>
      ))}
    </ul>
  );
}
