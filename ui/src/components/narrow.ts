import { useSyncExternalStore } from "react";

/** Whether the sidebar is a rail; the same width stands in the style sheets. */

const QUERY = "(max-width: 1100px)";

function subscribe(changed: () => void) {
  const media = window.matchMedia(QUERY);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches);
}
