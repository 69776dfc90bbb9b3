import type { RoutineRow } from "@/backend";
import { absolute, date, millis, relative, span } from "@/components/time";
import { routineStateWord } from "@/components/words";
import { dayNumber } from "@/components/zone";

/** What the list says beside a state. The state itself, with its particulars, comes from Rust. */

export interface Times {
  now: number;
  /** The viewer's zone. */
  zone: string;
}

export function stateLabel({ state }: RoutineRow, { now }: Times): string {
  const { label } = routineStateWord(state.kind);
  if (state.kind === "running" && state.waits_for) return "Waits";
  return state.kind === "overdue" ? `${label} by ${span(now - millis(state.since))}` : label;
}

/** The second line of the state: its reason. Backing off shows pips instead. */
export function stateReason({ state, trigger }: RoutineRow, { now, zone }: Times): string | null {
  switch (state.kind) {
    case "running":
      return state.waits_for ? `for ${state.waits_for}` : `for ${span(now - millis(state.since))}`;
    case "overdue":
      return state.cause === "nobody_sweeps"
        ? `no worker has swept since ${absolute(state.since, now, zone)}`
        : "no worker may launch it";
    case "backing_off":
      return `${state.failures} of ${state.limit}`;
    case "dead_lettered":
      return `gave up ${absolute(state.at, now, zone)}`;
    case "off":
      return `by ${state.actor}`;
    case "switched_off":
    case "cannot_fire":
      return state.reason;
    case "done":
      return trigger.raw === "once"
        ? `fired once, ${absolute(state.at, now, zone)}`
        : "no further fire";
    case "deleted":
      return `by ${state.actor}, ${relative(state.at, now, zone)}`;
    default:
      return null;
  }
}

export interface NextFire {
  /** An instant to count down to, or words. */
  at: string | null;
  words: string;
  detail: string;
  tone?: "warn";
}

export function nextFire({ state, next_fire_at: at }: RoutineRow, { now, zone }: Times): NextFire {
  const none = (detail: string): NextFire => ({ at: null, words: "none", detail });
  switch (state.kind) {
    case "backing_off":
      return {
        at: state.retry_at,
        words: "",
        detail: `retry ${absolute(state.retry_at, now, zone, true)}`,
        tone: "warn",
      };
    case "overdue":
      return {
        at: null,
        words: absolute(state.since, now, zone),
        detail: "was due",
        tone: "warn",
      };
    case "dead_lettered":
      return none("until revived");
    case "switched_off":
      return none(`switched off ${day(state.at, { now, zone })}`);
    case "off":
      return none(
        state.resume_at ? `back on ${day(state.resume_at, { now, zone })}` : "until resumed",
      );
    case "manual":
      return { at: null, words: "by hand", detail: "" };
    case "cannot_fire":
    case "done":
    case "deleted":
      return none("");
    default:
      return at === null ? none("") : { at, words: "", detail: absolute(at, now, zone) };
  }
}

/** "today", "Tue" within six days, else "2 Nov". */
function day(at: string, { now, zone }: Times): string {
  const days = Math.abs(dayNumber(millis(at), zone) - dayNumber(now, zone));
  const [weekday = "", ...rest] = date(at, now, zone).split(" ");
  if (days === 0) return "today";
  return days <= 6 ? weekday : rest.join(" ");
}

/** The row as a sentence, for screen readers. Absolute times only: it must not change each second. */
export function rowLabel(row: RoutineRow, times: Times): string {
  const next = nextFire(row, times);
  const fire = next.at
    ? absolute(next.at, times.now, times.zone, next.tone === "warn")
    : next.words;
  const ticks = row.state.kind === "running" && !row.state.waits_for;
  const reason = ticks ? null : stateReason(row, times);
  const waits = row.state.kind === "running" && !ticks;
  const state = waits ? "waits" : routineStateWord(row.state.kind).label.toLowerCase();
  const retry = row.state.kind === "backing_off" ? `retry at ${fire}` : `next fire ${fire}`;
  return [row.name, row.tenant_name, state, reason, retry].filter(Boolean).join(", ");
}
