import { useSyncExternalStore } from "react";

/** Whether the database answers. Changes are held back while it does not. */
let answering = true;
const listeners = new Set<() => void>();

export function setAnswering(next: boolean): void {
  if (answering === next) return;
  answering = next;
  for (const changed of listeners) changed();
}

export function useAnswering(): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => answering,
  );
}

/** How long to wait before asking again, by how long nothing was answered: 2, 4, 8, then 15 s. */
export function askAgainAfter(silentMs: number): number {
  if (silentMs < 6_000) return 2_000;
  if (silentMs < 14_000) return 4_000;
  if (silentMs < 30_000) return 8_000;
  return 15_000;
}
