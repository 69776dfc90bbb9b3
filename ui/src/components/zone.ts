/** Wall-clock reading of an instant in an IANA zone. Shows times; never computes fires. */

export interface WallTime {
  year: number;
  /** 1 to 12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 0 is Sunday */
  weekday: number;
}

const formats = new Map<string, Intl.DateTimeFormat | null>();

function format(zone: string): Intl.DateTimeFormat | null {
  let known = formats.get(zone);
  if (known === undefined) {
    try {
      known = new Intl.DateTimeFormat("en-US", {
        timeZone: zone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
        second: "numeric",
      });
    } catch {
      known = null;
    }
    formats.set(zone, known);
  }
  return known;
}

/** False where this desktop's zone data lacks the name; its times are then shown in UTC. */
export function isKnownZone(zone: string): boolean {
  return format(zone) !== null;
}

export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

const MINUTE = 60_000;
/** What is kept at most: a page names some hundred moments, and the same ones again at each tick. */
const KEPT = 20_000;
const offsets = new Map<string, Map<number, number>>();

/** How far the zone's clocks are ahead of UTC, in milliseconds; they change on whole minutes only. */
function offset(at: number, zone: string): number {
  const minute = Math.floor(at / MINUTE);
  let known = offsets.get(zone);
  if (known === undefined || known.size > KEPT) {
    known = new Map();
    offsets.set(zone, known);
  }
  let found = known.get(minute);
  if (found === undefined) {
    found = askedOffset(minute * MINUTE, zone);
    known.set(minute, found);
  }
  return found;
}

function askedOffset(at: number, zone: string): number {
  const told = format(zone)?.formatToParts(at);
  if (!told) return 0;
  const parts = new Map(told.map(({ type, value }) => [type, Number(value)]));
  const field = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const [hour, minute, second] = [field("hour"), field("minute"), field("second")];
  return Date.UTC(field("year"), field("month") - 1, field("day"), hour, minute, second) - at;
}

export function wallTime(at: number, zone: string): WallTime {
  const wall = new Date(at + offset(at, zone));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: wall.getUTCDay(),
  };
}

/** Days since 1970 of the calendar day that `at` falls on in `zone`. */
export function dayNumber(at: number, zone: string): number {
  const { year, month, day } = wallTime(at, zone);
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

/** Minutes east of UTC, as the zone's rules say for that instant. */
export function offsetMinutes(at: number, zone: string): number {
  return Math.round(offset(at, zone) / MINUTE);
}

/** "UTC+2", "UTC+5:30", "UTC−3"; plain "UTC" without an offset. */
export function offsetLabel(at: number, zone: string): string {
  const minutes = offsetMinutes(at, zone);
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  return `UTC${minutes < 0 ? "−" : "+"}${Math.floor(size / 60)}${rest}`;
}

/** The place name people know: "Europe/Vienna" is "Vienna". */
export function city(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** "Europe/Vienna, UTC+2" */
export function zoneLabel(zone: string, at: number): string {
  if (!isKnownZone(zone)) return `${zone}, unknown here, shown in UTC`;
  const offset = offsetLabel(at, zone);
  return zone === offset ? zone : `${zone}, ${offset}`;
}

/**
 * The instant at which a clock in `zone` shows this reading, as it stands in a date-time field
 * ("2026-10-25T02:30"). Shown twice, it is the first; never shown, the same span after the gap began.
 */
export function instantOf(reading: string, zone: string): number | null {
  const wall = Date.parse(`${reading}Z`);
  if (Number.isNaN(wall)) return null;
  const before = offsetMinutes(wall - 86_400_000, zone) * 60_000;
  const after = offsetMinutes(wall + 86_400_000, zone) * 60_000;
  const first = wall - before;
  const isShown = offsetMinutes(first, zone) * 60_000 === before;
  const second = wall - after;
  return !isShown && offsetMinutes(second, zone) * 60_000 === after ? second : first;
}

/** The reverse: what a date-time field shows for an instant; seconds only where there are some. */
export function readingOf(at: number, zone: string): string {
  const text = new Date(at + offsetMinutes(at, zone) * 60_000).toISOString().slice(0, 19);
  return text.endsWith(":00") ? text.slice(0, 16) : text;
}
