import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { setAnswering } from "@/backend";

/** How old what is shown may be: from the first on it is called stale, from the second on held back. */
const STALE_MS = 5_000;
const HELD_MS = 15_000;

export type Staleness = "fresh" | "stale" | "held";

type Read = Pick<UseQueryResult, "isError" | "fetchStatus" | "dataUpdatedAt">;

/** Whether a read that repeats itself still gets answers: it failed, or is asked for too long. */
export function useStaleness(read: Read): Staleness {
  const { isError, fetchStatus, dataUpdatedAt } = read;
  const askedAt = useRef(0);
  const [now, setNow] = useState(Date.now);
  const asking = fetchStatus !== "idle";
  useEffect(() => {
    if (asking) askedAt.current = Date.now();
  }, [asking]);
  useEffect(() => {
    if (!asking && !isError) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [asking, isError]);

  const age = dataUpdatedAt === 0 ? 0 : now - dataUpdatedAt;
  const waits = asking && askedAt.current > 0 ? now - askedAt.current : 0;
  const silent = isError ? age : Math.min(age, waits);
  const staleness = silent > HELD_MS ? "held" : silent > STALE_MS ? "stale" : "fresh";
  useEffect(() => {
    setAnswering(staleness !== "held");
    return () => setAnswering(true);
  }, [staleness]);
  return staleness;
}
