import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type RunAction, type RunDetail, reads, useConnection } from "@/backend";
import { AskDialog } from "./AskDialog";
import { InputDialog } from "./InputDialog";
import { runVerbs, whyNot } from "./runOffers";
import { useRunWrites } from "./useRunWrites";

export type RunAsked = RunAction | "run_now" | "run_changed";

/** Taking an action on a run, after the dialog where it needs one. */
export function useRunActions(run: RunDetail) {
  const { readOnlyReason, asksFirst } = useConnection();
  const { data: routine } = useQuery(reads.routine(run.row.routine_id));
  const writes = useRunWrites(run);
  const [asking, setAsking] = useState<RunAsked | null>(null);
  const runNow = routine?.offers.find(({ action }) => action === "run_now");
  const held = (asked: RunAsked): string | undefined =>
    asked === "run_now" || asked === "run_changed"
      ? (readOnlyReason ?? runNow?.why_not ?? undefined)
      : whyNot(run, asked, readOnlyReason);
  const take = (asked: RunAsked) => {
    const done = () => setAsking(null);
    if (asked === "try_now") writes.tryNow(done);
    if (asked === "stop_retrying") writes.stopRetrying(done);
    if (asked === "cancel") writes.cancel(done);
    if (asked === "run_now") writes.runNow(null, done);
  };
  const ask = (asked: RunAsked) => {
    if (held(asked) !== undefined) return;
    const needs = asksFirst || ["stop_retrying", "cancel", "replay", "run_changed"].includes(asked);
    if (needs) setAsking(asked);
    else take(asked);
  };
  const close = () => setAsking(null);
  const name = `“${run.row.routine_name}”`;
  const dialogs: Record<RunAsked, () => ReactNode> = {
    replay: () => (
      <InputDialog
        question={`Replay this run of ${name}`}
        verb="Replay"
        input={run.input}
        footnote="A new run of the same revision, linked to this one. The schedule does not move."
        busy={writes.busy}
        onConfirm={(input) => writes.replay(input, close)}
        onClose={close}
      />
    ),
    run_changed: () => (
      <InputDialog
        question={`Run ${name} now with changed input`}
        verb="Run now"
        input={routine?.input ?? run.input}
        footnote="Only this run gets it. The schedule does not move."
        busy={writes.busy}
        onConfirm={(input) => writes.runNow(input, close)}
        onClose={close}
      />
    ),
    run_now: () => question("run_now", "Run now"),
    try_now: () => question("try_now", runVerbs.try_now.label),
    stop_retrying: () => question("stop_retrying", runVerbs.stop_retrying.label),
    cancel: () => question("cancel", runVerbs.cancel.label),
  };
  const question = (asked: Exclude<RunAsked, "replay" | "run_changed">, verb: string) => (
    <AskDialog
      verb={verb}
      subject={asked === "cancel" ? `of ${name}` : name}
      routineId={run.row.routine_id}
      action={asked === "cancel" ? null : asked}
      destructive={asked === "stop_retrying" || asked === "cancel"}
      busy={writes.busy}
      onConfirm={() => take(asked)}
      onClose={close}
    />
  );
  return { ask, held, asksFirst, busy: writes.busy, dialog: asking && dialogs[asking]() };
}

export type RunActions = ReturnType<typeof useRunActions>;
