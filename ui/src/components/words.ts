import {
  Ban,
  Bookmark,
  CalendarX,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  Copy,
  FastForward,
  Hourglass,
  Info,
  Link2,
  type LucideIcon,
  MoveUpRight,
  Pointer,
  RotateCw,
  Trash2,
  TriangleAlert,
  Unplug,
} from "lucide-react";
import {
  ArrowAtWall,
  DashedClock,
  OctagonBar,
  OneInCircle,
  RunningRing,
  SkipArc,
  TrayWithCross,
} from "./icons";

/** The one table from a stored word to what a person reads. No other file names a state's colour. */

export type Tone = "plain" | "accent" | "ok" | "warn" | "bad" | "mute";
export type Glyph = "tall" | "split" | "hollow" | "low" | "dotted" | "outlined";

export interface Word {
  label: string;
  icon: LucideIcon;
  tone: Tone;
}

export interface StatusEntry extends Word {
  /** The shape in an outcome strip: tells outcomes apart without colour. */
  glyph: Glyph;
}

const routineStates: Record<string, Word> = {
  scheduled: { label: "Scheduled", icon: Clock, tone: "plain" },
  running: { label: "Running", icon: RunningRing, tone: "accent" },
  overdue: { label: "Overdue", icon: TriangleAlert, tone: "warn" },
  backing_off: { label: "Backing off", icon: Hourglass, tone: "warn" },
  dead_lettered: { label: "Dead-lettered", icon: TrayWithCross, tone: "bad" },
  off: { label: "Off", icon: CirclePause, tone: "mute" },
  switched_off: { label: "Switched off", icon: OctagonBar, tone: "bad" },
  cannot_fire: { label: "Can’t fire", icon: CalendarX, tone: "bad" },
  manual: { label: "Manual", icon: Pointer, tone: "plain" },
  done: { label: "Done", icon: CircleCheck, tone: "mute" },
  deleted: { label: "Deleted", icon: Trash2, tone: "mute" },
};

const runStatuses: Record<string, StatusEntry> = {
  claimed: { label: "Claimed", icon: Bookmark, tone: "accent", glyph: "outlined" },
  launching: { label: "Launching", icon: MoveUpRight, tone: "accent", glyph: "outlined" },
  running: { label: "Running", icon: RunningRing, tone: "accent", glyph: "outlined" },
  succeeded: { label: "Succeeded", icon: CircleCheck, tone: "ok", glyph: "tall" },
  failed: { label: "Failed", icon: CircleX, tone: "bad", glyph: "split" },
  schedule_failed: { label: "Schedule-failed", icon: ArrowAtWall, tone: "bad", glyph: "hollow" },
  skipped: { label: "Skipped", icon: SkipArc, tone: "mute", glyph: "low" },
  missed: { label: "Missed", icon: DashedClock, tone: "warn", glyph: "dotted" },
  cancelled: { label: "Cancelled", icon: Ban, tone: "mute", glyph: "low" },
  abandoned: { label: "Lost its worker", icon: Unplug, tone: "warn", glyph: "split" },
};

const causes: Record<string, Word> = {
  schedule: { label: "Schedule", icon: Clock, tone: "plain" },
  retry: { label: "Retry", icon: RotateCw, tone: "plain" },
  catch_up: { label: "Catch-up", icon: FastForward, tone: "plain" },
  manual: { label: "By hand", icon: Pointer, tone: "plain" },
  once: { label: "Once", icon: OneInCircle, tone: "plain" },
  replay: { label: "Replay", icon: Copy, tone: "plain" },
  webhook: { label: "Webhook", icon: Link2, tone: "plain" },
};

/** A word of a newer version is shown as stored, never hidden. */
function unknown(stored: string): Word {
  return { label: `“${stored}”`, icon: Info, tone: "plain" };
}

export function routineStateWord(stored: string): Word {
  return routineStates[stored] ?? unknown(stored);
}

export function runStatusWord(stored: string): StatusEntry {
  return runStatuses[stored] ?? { ...unknown(stored), glyph: "low" };
}

export function causeWord(stored: string): Word {
  return causes[stored] ?? unknown(stored);
}

export const knownRoutineStates: readonly string[] = Object.keys(routineStates);
export const knownRunStatuses: readonly string[] = Object.keys(runStatuses);
export const knownCauses: readonly string[] = Object.keys(causes);
