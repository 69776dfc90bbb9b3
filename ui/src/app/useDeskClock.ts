import { useCallback, useRef } from "react";

/**
 * The database's clock, as a stable function: this desktop's clock plus the difference seen at the
 * last answer that carried the database's time.
 */
export function useDeskClock(answer: { now: string; receivedAt: number } | undefined) {
  const difference = useRef(0);
  if (answer) difference.current = Date.parse(answer.now) - answer.receivedAt;
  return useCallback(() => Date.now() + difference.current, []);
}
