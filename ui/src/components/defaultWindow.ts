/** The part of history that lists begin with: one choice for the whole window, made in Settings. */
export type DefaultWindow = "1h" | "24h" | "7d" | "all";

let chosen: DefaultWindow = "7d";

export function setDefaultWindow(window: DefaultWindow) {
  chosen = window;
}

export function defaultWindow(): DefaultWindow {
  return chosen;
}
