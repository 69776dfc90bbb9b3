import { useSyncExternalStore } from "react";

/** Whether reads follow the database on their own. Held by a person, for as long as they read. */
let live = true;
const listeners = new Set<() => void>();

export function isLive(): boolean {
  return live && !reading;
}

export function setLive(next: boolean): void {
  live = next;
  for (const changed of listeners) changed();
}

export function useLive(): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => live,
  );
}

/** Somebody reads or decides: nothing is to move under their eyes. */
let reading = false;

export function setReading(next: boolean): void {
  reading = next;
}

/** How much more rarely than usual the screens ask by themselves. */
let slowness = 1;

export function setPace(pace: "usual" | "slow"): void {
  slowness = pace === "slow" ? 5 : 1;
}

/** A refetch interval that rests while live changes are held; slower in a hidden window. */
export function every(ms: number): () => number | false {
  return () => isLive() && (document.hidden ? Math.max(ms, 30_000) : ms * slowness);
}
