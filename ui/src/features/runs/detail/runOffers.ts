import { Ban, CircleStop, type LucideIcon, Repeat2, RotateCw } from "lucide-react";
import type { RunAction, RunDetail } from "@/backend";

export interface RunVerb {
  label: string;
  icon: LucideIcon;
  keys?: string;
}

/** One verb per action (ui-spec 4.4). */
export const runVerbs: Record<RunAction, RunVerb> = {
  try_now: { label: "Try now", icon: RotateCw, keys: "t" },
  stop_retrying: { label: "Stop retrying", icon: CircleStop },
  cancel: { label: "Cancel run", icon: Ban },
  replay: { label: "Replay", icon: Repeat2 },
};

/** Why an action is not possible now; the connection goes before the run. */
export function whyNot(run: RunDetail, action: RunAction, readOnly?: string): string | undefined {
  const offer = run.offers.find((each) => each.action === action);
  return readOnly ?? offer?.why_not ?? undefined;
}

export function isOffered(run: RunDetail, action: RunAction): boolean {
  return run.offers.some((each) => each.action === action && each.why_not === null);
}

/**
 * What stands beside "Copy report", the primary one last: a retry that waits, else an open run, else
 * the replay of an ended one. The rest is in the menu, with its reasons.
 */
export function frontActions(run: RunDetail): RunAction[] {
  const front: RunAction[] = run.next_attempt_at
    ? ["stop_retrying", "try_now"]
    : ["claimed", "launching", "running"].includes(run.row.status)
      ? ["cancel"]
      : ["replay"];
  return front;
}
