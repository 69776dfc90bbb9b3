import type { TriggerKind } from "@/backend";

export const triggerWords: Record<TriggerKind, string> = {
  cron: "Cron",
  interval: "Interval",
  once: "Once",
  manual: "By hand",
};

/** "hour", "90 min": a span as the address holds it. */
export function spanWords(seconds: number): string {
  if (seconds === 3_600) return "hour";
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
