import type { FirePreview } from "@/backend";
import { date, millis } from "@/components/time";
import { offsetMinutes, readingOf } from "@/components/zone";

/** A fire as the engine named it: reading and offset come with it and are not worked out again. */

/** "Sun 25 Oct", or "Today" where that is what its own clock shows now. */
export function fireDay({ wall_clock: wall, offset_seconds: offset }: FirePreview, now: number) {
  const there = now + offset * 1000;
  const day = date(`${wall.slice(0, 10)}T00:00:00Z`, there, "UTC");
  return day === date(there, there, "UTC") ? "Today" : day;
}

/** "02:30"; with seconds only where it has some. */
export function fireTime(wall: string): string {
  const time = wall.slice(11, 19);
  return time.length > 5 && time.endsWith(":00") ? time.slice(0, 5) : time;
}

/** "UTC+2", "UTC−3:30" */
export function offsetText(seconds: number): string {
  if (seconds === 0) return "UTC";
  const minutes = Math.abs(Math.round(seconds / 60));
  const rest = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
  return `UTC${seconds < 0 ? "−" : "+"}${Math.floor(minutes / 60)}${rest}`;
}

/** The same fire as a clock in another zone shows it. */
export function inZone(fire: FirePreview, zone: string): FirePreview {
  const at = millis(fire.at);
  return {
    ...fire,
    wall_clock: readingOf(at, zone),
    offset_seconds: offsetMinutes(at, zone) * 60,
  };
}
