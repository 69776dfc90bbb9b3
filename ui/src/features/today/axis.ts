import type { RunStatus, Timeline } from "@/backend";
import { clockTime, date } from "@/components/time";
import { offsetLabel, offsetMinutes, wallTime } from "@/components/zone";

/** Where everything on the 48-hour axis stands. Pure; places are shares of the width, in percent. */

/** What did not go as planned, the worst first: the lane has room for one sign at a place. */
export const EXCEPTIONS = [
  "schedule_failed",
  "failed",
  "abandoned",
  "missed",
  "skipped",
  "cancelled",
] as const satisfies readonly RunStatus[];

export type Exception = (typeof EXCEPTIONS)[number];

export interface Bar {
  at: number;
  x: number;
  width: number;
  count: number;
  ahead: boolean;
  /** For the tooltip: "14:30: 12 succeeded, 1 failed". */
  said: string;
}

export interface Sign {
  x: number;
  kind: Exception | "retry" | "once";
  count: number;
  said: string;
}

export interface Mark {
  x: number;
  label: string;
}

export interface Axis {
  bars: Bar[];
  signs: Sign[];
  days: Mark[];
  hours: Mark[];
  /** Where the clock of the zone is put forward or back. */
  clockChanges: Mark[];
  now: number;
  grid: { at: number; label: string }[];
  /** The count at the top. */
  top: number;
  /** Its label stands over it, or where it has room: beside the line of now, inside the card. */
  peak: (Mark & { count: number; anchor: "start" | "middle" | "end" }) | null;
  totals: Record<string, number>;
  planned: number;
}

const HOUR = 3_600_000;
/** Half hours that share one sign of the lane. */
const SIGN_SLOTS = 3;
/** A half hour is called busy from here on. */
const BUSY = 10;
/** Half of the label of a peak, as a share of a narrow axis. */
const HALF_LABEL = 8;

export function axisOf(line: Timeline, zone: string, now: number): Axis {
  const from = Date.parse(line.from);
  const slot = line.slot_seconds * 1000;
  const slots = Math.round((Date.parse(line.to) - from) / slot) + 1;
  const place = (at: number) => ((at - from) / slot / slots) * 100;
  const bars = barsOf(line, zone, place, 100 / slots);
  const top = Math.max(4, ...bars.map((bar) => bar.count)) * 1.12;
  const edges = Array.from({ length: slots }, (_, index) => from + index * slot);
  const busiest = bars
    .filter((bar) => bar.ahead)
    .reduce<Bar | null>((most, bar) => (most && most.count >= bar.count ? most : bar), null);
  return {
    bars,
    top,
    signs: signsOf(line, zone, place, slot),
    days: daysOf(edges, zone, now, place),
    hours: edges
      .filter((at) => isHour(at, zone, 3))
      .map((at) => ({ x: place(at), label: String(wallTime(at, zone).hour).padStart(2, "0") })),
    clockChanges: edges
      .filter((at) => offsetMinutes(at, zone) !== offsetMinutes(at - slot, zone))
      .map((at) => ({ x: place(at), label: offsetLabel(at, zone) })),
    now: place(now),
    grid: gridOf(top),
    peak:
      busiest && busiest.count >= BUSY
        ? {
            ...labelPlace(busiest.x + busiest.width / 2, place(now)),
            count: busiest.count,
            label: `${clockTime(busiest.at, zone)} peak, ${busiest.count} at once`,
          }
        : null,
    totals: totalsOf(line),
    planned: line.planned.reduce((sum, each) => sum + each.fires, 0),
  };
}

function labelPlace(x: number, now: number) {
  if (x - now < HALF_LABEL) return { x: now, anchor: "start" } as const;
  if (x > 100 - HALF_LABEL) return { x: 100, anchor: "end" } as const;
  return { x, anchor: "middle" } as const;
}

function totalsOf(line: Timeline): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { status, runs } of line.past.flatMap((each) => each.counts)) {
    totals[status] = (totals[status] ?? 0) + runs;
  }
  return totals;
}

function barsOf(line: Timeline, zone: string, place: (at: number) => number, width: number): Bar[] {
  const past = line.past.map(({ at: text, counts }) => {
    const at = Date.parse(text);
    const count = counts.find(({ status }) => status === "succeeded")?.runs ?? 0;
    const all = counts.map(({ status, runs }) => `${runs} ${said(status)}`).join(", ");
    return { at, count, ahead: false, said: `${clockTime(at, zone)}: ${all}` };
  });
  const ahead = line.planned.map(({ at: text, fires }) => {
    const at = Date.parse(text);
    return { at, count: fires, ahead: true, said: `${clockTime(at, zone)}: ${fires} planned` };
  });
  return [...past, ...ahead].map((bar) => ({ ...bar, x: place(bar.at), width }));
}

export function said(kind: string): string {
  return kind.replace("_", "-");
}

/** Neighbouring half hours share a sign: the worst of them, and how many of that kind. */
function signsOf(line: Timeline, zone: string, place: (at: number) => number, slot: number) {
  const signs: Sign[] = [];
  const grouped = new Map<number, Map<Sign["kind"], number>>();
  const add = (at: number, kind: Sign["kind"], count: number) => {
    if (count === 0) return;
    const start = Math.floor(at / slot / SIGN_SLOTS) * SIGN_SLOTS * slot;
    const kinds = grouped.get(start) ?? new Map();
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
    grouped.set(start, kinds);
  };
  for (const { at, counts } of line.past) {
    for (const { status, runs } of counts) {
      const kind = EXCEPTIONS.find((each) => each === status);
      if (kind) add(Date.parse(at), kind, runs);
    }
  }
  for (const { at, once, retries } of line.planned) {
    add(Date.parse(at), "retry", retries);
    add(Date.parse(at), "once", once);
  }
  const order: Sign["kind"][] = [...EXCEPTIONS, "retry", "once"];
  for (const [start, kinds] of grouped) {
    const worst = order.find((kind) => kinds.has(kind));
    if (worst === undefined) continue;
    const all = order.filter((kind) => kinds.has(kind));
    signs.push({
      x: place(start + (SIGN_SLOTS * slot) / 2),
      kind: worst,
      count: kinds.get(worst) ?? 0,
      said: `${clockTime(start, zone)}: ${all.map((kind) => `${kinds.get(kind)} ${said(kind)}`).join(", ")}`,
    });
  }
  return signs.sort((one, other) => one.x - other.x);
}

function isHour(at: number, zone: string, every: number): boolean {
  const { hour, minute } = wallTime(at, zone);
  return minute < 30 && hour % every === 0;
}

/** The first half hour of each day, and the beginning. */
function daysOf(edges: number[], zone: string, now: number, place: (at: number) => number): Mark[] {
  const days: Mark[] = [];
  for (const at of edges) {
    const midnight = isHour(at, zone, 24);
    if (days.length > 0 && !midnight) continue;
    const label = date(midnight ? at + HOUR : at, now, zone);
    // The rest of a day that soon ends has no room for its name.
    if (midnight && days.length === 1 && place(at) < 8) days.pop();
    days.push({ x: place(at), label });
  }
  return days;
}

/** Two lines at round counts. */
function gridOf(top: number) {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
  const step = steps.find((each) => each * 2.6 >= top) ?? 10_000;
  return [step, step * 2]
    .filter((at) => at < top)
    .map((at) => ({ at, label: at.toLocaleString("en-US") }));
}
