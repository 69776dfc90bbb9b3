import { type ReactNode, useState } from "react";
import {
  answerTo,
  type BulkReport,
  type FailureGroup,
  failure,
  useConnection,
  useWrite,
} from "@/backend";
import { Dialog } from "@/components/Dialog";
import { TextField } from "@/components/TextField";
import { useToasts } from "@/components/Toast";
import { counted } from "./laneWords";

export interface TryNow {
  ask: (group: FailureGroup) => void;
  /** The key of the group that is being tried. */
  busy: string | undefined;
  dialog: ReactNode;
}

/** Skips the wait of every launch that backs off with one error. */
export function useTryNow(): TryNow {
  const { asksFirst, asksOfMany, name } = useConnection();
  const toasts = useToasts();
  const bulk = useWrite("runBulk");
  const [asked, setAsked] = useState<FailureGroup | null>(null);
  const [busy, setBusy] = useState<string>();
  const [typed, setTyped] = useState("");

  async function run(group: FailureGroup) {
    setBusy(group.key);
    try {
      const report = await bulk.mutateAsync([
        { action: { kind: "try_now" }, target: { kind: "chosen", items: group.members } },
        ...answerTo(asked ? asksOfMany(group.members.length) : "nothing", typed),
      ]);
      tell(report);
    } catch (thrown) {
      toasts.refused(`Try now failed for “${group.title}”.`, failure(thrown).message);
    } finally {
      setBusy(undefined);
      setAsked(null);
    }
  }
  function tell({ done, left_out: leftOut, conflicts }: BulkReport) {
    const first = leftOut[0];
    if (done > 0) toasts.done(`Trying ${counted(done, "routine")} now`);
    if (first) toasts.refused(`${counted(leftOut.length, "routine")} left out.`, first.reason);
    const other = conflicts[0];
    if (other) {
      toasts.refused(
        `${counted(conflicts.length, "routine")} in conflict.`,
        `${other.name} was changed by ${other.changed_by} first.`,
      );
    }
  }
  const count = asked?.members.length ?? 0;
  const mustType = asksOfMany(count) === "typed_name";
  return {
    ask: (group) => {
      setTyped("");
      if (asksFirst || group.members.length > 1) setAsked(group);
      else void run(group);
    },
    busy,
    dialog: asked && (
      <Dialog
        open
        onClose={() => setAsked(null)}
        title={`Try ${counted(count, "routine")} now on ${name}?`}
        confirm={{
          label: "Try now",
          busy: busy !== undefined,
          disabledReason:
            mustType && typed.trim() !== name ? `Type ${name} to confirm.` : undefined,
          onConfirm: () => void run(asked),
        }}
      >
        <p>
          Each skips its wait and is tried at once, with the same key. A schedule moves only where
          the launch succeeds; one more failure counts towards the dead letter.
        </p>
        {mustType && (
          <TextField
            label={`Type “${name}” to confirm`}
            layout="stack"
            value={typed}
            onChange={setTyped}
          />
        )}
      </Dialog>
    ),
  };
}
