import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from "react";
import { viewerZone } from "./zone";

/**
 * The time every age and countdown is read against: the database's clock, not the desktop's.
 * Components subscribe; one timer serves them all.
 */
interface Clock {
  zone: string;
  now: () => number;
  subscribe: (changed: () => void) => () => void;
}

function createClock(read: () => number, zone: string, tickMs: number) {
  const listeners = new Set<() => void>();
  let current = read();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    current = read();
    for (const changed of listeners) changed();
  };
  const clock: Clock = {
    zone,
    now: () => current,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
  return {
    clock,
    start() {
      tick();
      if (tickMs > 0) timer = setInterval(tick, tickMs);
    },
    stop: () => clearInterval(timer),
  };
}

const fallback = createClock(Date.now, viewerZone(), 0).clock;
const ClockContext = createContext<Clock>(fallback);

interface ClockProviderProps {
  /** Milliseconds since 1970 of the database's clock; a stable function. */
  read?: () => number;
  /** The zone times are shown in. */
  zone?: string;
  /** Zero holds the clock still. */
  tickMs?: number;
  children: ReactNode;
}

export function ClockProvider({
  read = Date.now,
  zone = viewerZone(),
  tickMs = 1000,
  children,
}: ClockProviderProps) {
  const source = useMemo(() => createClock(read, zone, tickMs), [read, zone, tickMs]);
  useEffect(() => {
    source.start();
    return source.stop;
  }, [source]);
  return <ClockContext value={source.clock}>{children}</ClockContext>;
}

export function useNow(): number {
  const clock = useContext(ClockContext);
  return useSyncExternalStore(clock.subscribe, clock.now);
}

export function useZone(): string {
  return useContext(ClockContext).zone;
}

/** To read the time when something happens, without being drawn again at every tick. */
export function useReadNow(): () => number {
  return useContext(ClockContext).now;
}
