import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  Feather,
  Hourglass,
  Minus,
  Undo2,
  UsersRound,
} from "lucide-react";
import type { RevivePlan, RevivePlanItem } from "@/backend";
import type { Word } from "@/components/words";

/** Where a plan is, as a person reads it. */
export function planWord(plan: Pick<RevivePlan, "status" | "canary" | "items">): Word {
  switch (plan.status) {
    case "canary":
      return { label: "Canary running", icon: Feather, tone: "accent" };
    case "spreading":
      return { label: "Spreading", icon: Hourglass, tone: "accent" };
    case "done":
      return { label: "Done", icon: CircleCheck, tone: "ok" };
    case "undone":
      return { label: "Undone", icon: Undo2, tone: "mute" };
    case "stopped":
      return canaryFailed(plan)
        ? { label: "Canary failed", icon: CircleX, tone: "bad" }
        : { label: "Stopped", icon: CircleSlash, tone: "warn" };
  }
}

/** It stopped before anything was revived, with a canary to blame. */
function canaryFailed({ canary, items }: Pick<RevivePlan, "canary" | "items">): boolean {
  return canary !== null && items.length > 0 && items.every((item) => item.revive_at === null);
}

/** What became of one routine of a plan. */
export function itemWord(item: RevivePlanItem, running: boolean): Word {
  switch (item.outcome) {
    case "revived":
      return { label: "Revived", icon: CircleCheck, tone: "ok" };
    case "skipped":
      return { label: "Left out", icon: Minus, tone: "mute" };
    case "conflict":
      return { label: "Conflict", icon: UsersRound, tone: "warn" };
    case "undone":
      return { label: "Undone", icon: Undo2, tone: "mute" };
    default:
      return running
        ? { label: "Waits", icon: CircleDashed, tone: "plain" }
        : { label: "Not touched", icon: Minus, tone: "mute" };
  }
}
