import type { RunQuery } from "@/backend";
import { defaultWindow } from "@/components/defaultWindow";
import { absolute } from "@/components/time";
import type { RunsSearch } from "./search";

/** The part of history that is looked at. Named ranges move with the clock, instants do not. */

const HOUR = 3_600_000;

export const ranges = [
  { value: "1h", label: "Last hour", said: "the last hour", ms: HOUR },
  { value: "24h", label: "Last 24 hours", said: "the last 24 hours", ms: 24 * HOUR },
  { value: "7d", label: "Last 7 days", said: "the last 7 days", ms: 7 * 24 * HOUR },
  { value: "all", label: "All time", said: "all time", ms: null },
] as const;

type Window = Pick<RunsSearch, "from" | "to">;

export function isRange(from: string): boolean {
  return ranges.some(({ value }) => value === from);
}

function named({ from = defaultWindow() }: Window) {
  return ranges.find(({ value }) => value === from);
}

export function boundsOf(window: Window, now: number): Pick<RunQuery, "from" | "to"> {
  const range = named(window);
  const from =
    range === undefined
      ? (window.from ?? null)
      : range.ms === null
        ? null
        : new Date(now - range.ms).toISOString();
  return { from, to: window.to ?? null };
}

/** Does the window leave anything out? */
export function isLimited(window: Window): boolean {
  return (window.from ?? defaultWindow()) !== "all" || window.to !== undefined;
}

/** "Last 7 days", "From Mon 12 Oct 10:00", "Until Fri 06:00" */
export function windowLabel(window: Window, now: number, zone: string): string {
  const range = named(window);
  const until = window.to && `until ${absolute(window.to, now, zone)}`;
  if (range) {
    if (!until) return range.label;
    return range.ms === null ? capital(until) : `${range.label}, ${until}`;
  }
  const since = `From ${absolute(window.from ?? now, now, zone)}`;
  return until ? `${since} ${until}` : since;
}

/** The same inside a sentence: "the last 7 days". */
export function windowSaid(window: Window, now: number, zone: string): string {
  const range = named(window);
  if (range && window.to === undefined) return range.said;
  const label = windowLabel(window, now, zone);
  return label.charAt(0).toLowerCase() + label.slice(1);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
