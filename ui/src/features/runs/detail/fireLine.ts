import type { RunRow } from "@/backend";
import { clockTime, date, type Instant, millis } from "@/components/time";
import { causeWord } from "@/components/words";
import { dayNumber, zoneLabel } from "@/components/zone";

function dayAndTime(at: Instant, now: number, zone: string): string {
  return `${date(at, now, zone)} ${clockTime(at, zone)}`;
}

/** What the run is called among those of its routine: "Thu 22 Oct 14:30". */
export function fireName(row: RunRow, now: number, zone: string): string {
  return dayAndTime(row.scheduled_for ?? row.recorded_at, now, zone);
}

/** "fire of Thu 22 Oct 14:30, Europe/Vienna, UTC+2", in the routine's own zone where it has one. */
export function fireLine(row: RunRow, own: string | null, now: number, viewer: string): string {
  const { scheduled_for: planned, missed, cause, recorded_at } = row;
  const zone = own ?? viewer;
  if (planned === null) {
    const start = dayAndTime(recorded_at, now, zone);
    return `${causeWord(cause).label.toLowerCase()}, asked for ${start}, ${zoneLabel(zone, millis(recorded_at))}`;
  }
  const at = millis(planned);
  const first = dayAndTime(planned, now, zone);
  if (missed && missed.count > 1) {
    const oneDay = dayNumber(at, zone) === dayNumber(millis(missed.until), zone);
    const end = oneDay ? clockTime(missed.until, zone) : dayAndTime(missed.until, now, zone);
    return `${missed.count} fires, ${first} to ${end}, ${zoneLabel(zone, at)}`;
  }
  return `fire of ${first}, ${zoneLabel(zone, at)}`;
}
