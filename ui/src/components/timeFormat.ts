/** How the time of day is written: one choice for the whole window, made in Settings. */
export type TimeFormat = "24h" | "12h" | "system";

let chosen: TimeFormat = "24h";

export function setTimeFormat(format: TimeFormat) {
  chosen = format;
}

export function isTwelveHours(): boolean {
  if (chosen !== "system") return chosen === "12h";
  return Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions().hour12 ?? false;
}
