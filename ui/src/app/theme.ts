import { useSyncExternalStore } from "react";

/** The theme follows the system unless a person chose one; the choice stays on this desktop. */

export type Theme = "system" | "light" | "dark";

export const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

const STORED = "routine-desk.theme";
const listeners = new Set<() => void>();

export function readTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Puts the stored choice on the page; called once before the first paint. */
export function applyTheme() {
  const theme = readTheme();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function setTheme(theme: Theme) {
  localStorage.setItem(STORED, theme);
  applyTheme();
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme);
}
