import type { Settings } from "@/backend";

/** What can be chosen, in words. */

type Choice<Value extends string> = readonly { value: Value; label: string; detail?: string }[];

export const themes: Choice<Settings["theme"]> = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export const densities: Choice<Settings["density"]> = [
  { value: "comfortable", label: "Two lines" },
  { value: "compact", label: "Compact" },
];

export const timeFormats: Choice<Settings["time_format"]> = [
  { value: "24h", label: "15:00" },
  { value: "12h", label: "3:00 PM" },
  { value: "system", label: "As the system" },
];

export const paces: Choice<Settings["live"]> = [
  { value: "usual", label: "Every 2 s" },
  { value: "slow", label: "Every 10 s" },
];

export const windows: Choice<Settings["default_window"]> = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "all", label: "All time" },
];

export const notices: readonly { kind: keyof Settings["notices"]; label: string }[] = [
  { kind: "dead_lettered", label: "A routine is dead-lettered" },
  { kind: "switched_off", label: "The system switches a routine off" },
  { kind: "nobody_sweeps", label: "Nobody sweeps" },
  { kind: "canary_failed", label: "The canary of a revive plan fails" },
  { kind: "recovered", label: "What failed has recovered" },
];

export const habits: readonly {
  kind: keyof Settings["habits"];
  label: string;
  note: string;
}[] = [
  {
    kind: "system_notices",
    label: "Use the system’s notifications",
    note: "While the window is not in front, at most one a minute.",
  },
  {
    kind: "tray",
    label: "Show a sign in the tray",
    note: "With the state, the window and the way out.",
  },
  {
    kind: "keep_running",
    label: "Go on sweeping when the window is closed",
    note: "Only while the scheduler inside this program runs. Start Routine Desk again to see it.",
  },
  {
    kind: "menu_bar",
    label: "Show a menu bar",
    note: "With every command of the palette.",
  },
];
