import type { FailureGrouping, FailureLane } from "@/backend";

export const LANES = ["retrying", "dead", "off"] as const satisfies readonly FailureLane[];
export const GROUPINGS = ["error", "tenant", "one"] as const satisfies readonly FailureGrouping[];

/** What the address of the page says beside its lane. Nothing is kept that is the default. */
export interface FailuresSearch {
  by?: Exclude<FailureGrouping, "error">;
  /** The scope of the whole window, chosen outside of this page. */
  tenant?: string;
  /** The group under the cursor, by its key. */
  sel?: string;
  /** The plan that is being drafted: the lane and the error, "dead" or "dead:48f5d5fa8a13". */
  revive?: string;
}

export function readSearch(raw: Record<string, unknown>): FailuresSearch {
  const { by, tenant, sel, revive } = raw;
  return {
    ...((by === "tenant" || by === "one") && { by }),
    ...(typeof tenant === "string" && { tenant }),
    ...(typeof sel === "string" && { sel }),
    ...(typeof revive === "string" && readDraft(revive) && { revive }),
  };
}

export function readLane(raw: string | undefined): FailureLane {
  return LANES.find((lane) => lane === raw) ?? "retrying";
}

/** The part of a lane that is to be revived; null where the text names none. */
export function readDraft(text: string): { lane: "dead" | "off"; error: string | null } | null {
  const [lane, error = null] = text.split(":");
  return lane === "dead" || lane === "off" ? { lane, error } : null;
}
