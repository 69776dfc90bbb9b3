import { useCallback, useRef } from "react";

/**
 * The database's clock, as a stable function: its time at the last answer that carried one, plus the
 * time since at its own pace.
 */
export function useDeskClock(answer: Answer | undefined) {
  const last = useRef<Answer | undefined>(undefined);
  if (answer) last.current = answer;
  return useCallback(() => {
    const here = Date.now();
    if (!last.current) return here;
    const { now, receivedAt, rate } = last.current;
    return Date.parse(now) + (here - receivedAt) * rate;
  }, []);
}

interface Answer {
  now: string;
  receivedAt: number;
  /** How many times as fast as real time it goes; zero while it is held. */
  rate: number;
}
