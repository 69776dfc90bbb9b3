/** Which routines to look ahead for, how far, and with which faults. */
export interface SimulateSearch {
  /** Ids with commas between them; none means all that are in the schedule. */
  of?: string;
  days?: number;
  seed?: number;
  /** The hub answers 503 for one launch in so many. */
  refuses?: number;
}

export const DAYS = [1, 7, 30] as const;

export function readSimulateSearch(raw: Record<string, unknown>): SimulateSearch {
  const whole = (value: unknown, most: number) => {
    const number = Number(value);
    return Number.isInteger(number) && number > 0 && number <= most ? number : undefined;
  };
  return {
    of: typeof raw.of === "string" && raw.of !== "" ? raw.of : undefined,
    days: whole(raw.days, 366),
    seed: whole(raw.seed, 0xffff_ffff),
    refuses: whole(raw.refuses, 10_000),
  };
}
