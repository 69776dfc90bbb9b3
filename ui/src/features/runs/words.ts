import type { MissedSpan, RunRow, RunStatus } from "@/backend";
import { absolute, clockTime, type Instant, millis } from "@/components/time";
import { runStatusWord } from "@/components/words";
import { dayNumber } from "@/components/zone";

/** "12 missed, 08:00 to 11:00": the planned times that one row stands for. */
export function missedWords(first: Instant, missed: MissedSpan, now: number, zone: string) {
  const start = absolute(first, now, zone);
  if (missed.count <= 1) return `1 missed, ${start}`;
  const oneDay = dayNumber(millis(first), zone) === dayNumber(millis(missed.until), zone);
  const end = oneDay ? clockTime(missed.until, zone) : absolute(missed.until, now, zone);
  return `${missed.count} missed, ${start} to ${end}`;
}

/** The whole row as a sentence, for screen readers. */
export function rowLabel(row: RunRow, now: number, zone: string): string {
  const { routine_name, tenant_name, status, attempt, scheduled_for, dead_lettered } = row;
  return [
    routine_name,
    tenant_name,
    runStatusWord(status).label.toLowerCase(),
    attempt > 1 && `attempt ${attempt}`,
    scheduled_for && `planned ${absolute(scheduled_for, now, zone)}`,
    dead_lettered && "gave up",
  ]
    .filter(Boolean)
    .join(", ");
}

const OPEN: readonly RunStatus[] = ["claimed", "launching", "running"];

/** Its end is still to come. */
export function isOpen(status: RunStatus): boolean {
  return OPEN.includes(status);
}
