import {
  CirclePause,
  CirclePlay,
  CircleStop,
  type LucideIcon,
  Pencil,
  Play,
  RotateCcw,
  RotateCw,
  Trash2,
} from "lucide-react";
import type { RoutineAction, RoutineRow } from "@/backend";
import { routineStateWord } from "@/components/words";

/** One verb per action, the same in button, menu, palette and toast. */
export interface Verb {
  label: string;
  icon: LucideIcon;
  keys?: string;
  /** More questions follow. */
  asks?: boolean;
}

export const verbs: Record<RoutineAction, Verb> = {
  run_now: { label: "Run now", icon: Play, keys: "r" },
  pause: { label: "Pause", icon: CirclePause, keys: "p", asks: true },
  resume: { label: "Resume", icon: CirclePlay, keys: "p" },
  revive: { label: "Revive", icon: RotateCcw, keys: "v" },
  switch_on: { label: "Switch on", icon: RotateCcw, keys: "v" },
  edit: { label: "Edit", icon: Pencil, keys: "e" },
  delete: { label: "Delete", icon: Trash2, keys: "Delete", asks: true },
  restore: { label: "Restore", icon: RotateCcw },
  try_now: { label: "Try now", icon: RotateCw, keys: "t" },
  stop_retrying: { label: "Stop retrying", icon: CircleStop, asks: true },
};

export function buttonLabel(action: RoutineAction): string {
  const { label, asks } = verbs[action];
  return asks ? `${label}…` : label;
}

const back: Record<string, RoutineAction[]> = {
  deleted: ["restore"],
  dead_lettered: ["revive", "run_now", "edit", "delete"],
  switched_off: ["switch_on", "run_now", "edit", "delete"],
  off: ["run_now", "resume", "edit", "delete"],
  cannot_fire: ["edit", "run_now", "delete"],
  done: ["run_now", "edit", "delete"],
};

/**
 * What to show. The row says what may be done; a read-only connection allows nothing, and then the
 * usual actions are shown, each with the reason it is held back.
 */
export function shownActions(row: RoutineRow, readOnlyReason?: string): RoutineAction[] {
  if (readOnlyReason === undefined) return row.actions;
  return back[row.state.kind] ?? ["run_now", "pause", "edit", "delete"];
}

/** Why an action cannot be taken on this routine now. */
export function heldBack(
  row: RoutineRow | undefined,
  actions: readonly RoutineAction[],
  readOnlyReason?: string,
): string | undefined {
  if (readOnlyReason !== undefined) return readOnlyReason;
  if (row === undefined) return "No routine is chosen.";
  if (actions.some((action) => row.actions.includes(action))) return undefined;
  return `${row.name} is ${routineStateWord(row.state.kind).label.toLowerCase()}.`;
}
