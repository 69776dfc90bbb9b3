import type { Protection } from "@/components/protections";
import type { Instant } from "@/components/time";

/** What the frame is told about the world; whoever owns the data fills these in. */

export type ConnectionColour =
  | "moss"
  | "ochre"
  | "brick"
  | "slate"
  | "sea"
  | "cobalt"
  | "rose"
  | "umber";

export type { Protection };

export interface ConnectionView {
  name: string;
  colour: ConnectionColour;
  protection: Protection;
}

export type LiveView =
  | { state: "live"; onToggle: () => void }
  /** `newer` changes wait to be applied. */
  | { state: "paused"; newer: number; onToggle: () => void }
  /** No answer from the database since `since`. */
  | { state: "stale"; since: Instant; onToggle: () => void };

export interface VirtualClockView {
  /** "held", "60 times faster" */
  speed: string;
  onOpen: () => void;
}

export interface SchedulerView {
  tone: "ok" | "warn" | "bad" | "mute";
  /** "Sweeping", "Embedded scheduler running", "Nobody sweeps" */
  words: string;
  lastSweepAt: Instant | null;
  startLagMs?: number;
  /** "3 workers", "2 of 3 workers" */
  workers?: string;
  /** On a virtual clock, real time; else none. */
  realNow?: Instant;
  /** Database clock minus this desktop's. */
  clockDifferenceMs?: number;
}
