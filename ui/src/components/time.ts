import { isTwelveHours } from "./timeFormat";
import { dayNumber, offsetLabel, offsetMinutes, wallTime } from "./zone";

/** How instants and spans read (ui-spec 4.5). Pure: `now` and the zone are always handed in. */

/** Milliseconds since 1970 in UTC, or RFC 3339 text as it travels on the wire. */
export type Instant = number | string;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const LONG_WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const LONG_MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

export function millis(at: Instant): number {
  return typeof at === "number" ? at : Date.parse(at);
}

/** A span in at most two units: "33 s", "1 min 12 s", "27 min", "3 h 27 min", "3 d 20 h". */
export function span(ms: number): string {
  const size = Math.max(0, ms);
  if (size < MINUTE) return `${Math.floor(size / SECOND)} s`;
  if (size < 10 * MINUTE) return pair(size, MINUTE, "min", SECOND, "s");
  if (size < HOUR) return `${Math.floor(size / MINUTE)} min`;
  if (size < DAY) return pair(size, HOUR, "h", MINUTE, "min");
  return pair(size, DAY, "d", HOUR, "h");
}

function pair(size: number, large: number, largeName: string, small: number, smallName: string) {
  const rest = Math.floor((size % large) / small);
  const head = `${Math.floor(size / large)} ${largeName}`;
  return rest === 0 ? head : `${head} ${rest} ${smallName}`;
}

/** How long something took: "6 ms", "0.4 s", "14.8 s", "41 s", "12 min", "1 h 3 min". */
export function duration(ms: number): string {
  const size = Math.max(0, ms);
  if (size < 100) return `${Math.round(size)} ms`;
  if (size < 20_000) return `${Number((size / SECOND).toFixed(1))} s`;
  return span(size);
}

/**
 * "in 1 min 12 s", "48 s ago", "now". Beyond 14 days ahead only the date is said. The past uses
 * one unit, and a moment is never printed with a minus sign.
 */
export function relative(at: Instant, now: number, zone: string): string {
  const ahead = millis(at) - now;
  if (Number.isNaN(ahead)) return "unknown time";
  if (Math.abs(ahead) < SECOND) return "now";
  if (ahead > 14 * DAY) return date(at, now, zone);
  return ahead > 0 ? `in ${span(ahead)}` : `${oneUnit(-ahead)} ago`;
}

function oneUnit(size: number): string {
  if (size < MINUTE) return `${Math.floor(size / SECOND)} s`;
  if (size < HOUR) return `${Math.floor(size / MINUTE)} min`;
  if (size < DAY) return `${Math.floor(size / HOUR)} h`;
  return `${Math.floor(size / DAY)} d`;
}

/** "15:00" or "15:00:05"; "3:00 PM" where that was chosen. */
export function clockTime(at: Instant, zone: string, seconds = false): string {
  const { hour, minute, second } = wallTime(millis(at), zone);
  const rest = (seconds ? [minute, second] : [minute]).map(two).join(":");
  if (!isTwelveHours()) return `${two(hour)}:${rest}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${rest} ${hour < 12 ? "AM" : "PM"}`;
}

function two(field: number): string {
  return String(field).padStart(2, "0");
}

/** "Mon 26 Oct", with the year where it is not this one. */
export function date(at: Instant, now: number, zone: string): string {
  const wall = wallTime(millis(at), zone);
  const day = `${WEEKDAYS[wall.weekday]} ${wall.day} ${MONTHS[wall.month - 1]}`;
  return wall.year === wallTime(now, zone).year ? day : `${day} ${wall.year}`;
}

/** "Thursday 22 October" */
export function longDate(at: Instant, zone: string): string {
  const wall = wallTime(millis(at), zone);
  return `${LONG_WEEKDAYS[wall.weekday]} ${wall.day} ${LONG_MONTHS[wall.month - 1]}`;
}

/**
 * Today "15:00", within six days "Fri 06:00", else "Mon 26 Oct 10:00". Where the zone's offset
 * differs from the present one, the offset of that moment follows: "Mon 07:00 UTC+1".
 */
export function absolute(at: Instant, now: number, zone: string, seconds = false): string {
  const moment = millis(at);
  if (Number.isNaN(moment)) return "unknown time";
  const time = clockTime(moment, zone, seconds);
  const days = Math.abs(dayNumber(moment, zone) - dayNumber(now, zone));
  const text =
    days === 0
      ? time
      : days <= 6
        ? `${WEEKDAYS[wallTime(moment, zone).weekday]} ${time}`
        : `${date(moment, now, zone)} ${time}`;
  const change = offsetChange(moment, now, zone);
  return change === null || moment < now ? text : `${text} ${change}`;
}

/** The offset at `at` when a clock change lies between it and `now`, else null. */
export function offsetChange(at: Instant, now: number, zone: string): string | null {
  const moment = millis(at);
  return offsetMinutes(moment, zone) === offsetMinutes(now, zone)
    ? null
    : offsetLabel(moment, zone);
}

/** "2026-10-22T12:30:00.000Z", for tooltips and reports. */
export function isoUtc(at: Instant): string {
  const moment = millis(at);
  return Number.isNaN(moment) ? "unknown time" : new Date(moment).toISOString();
}

/** Counts with thin grouping: "1,162". */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}
