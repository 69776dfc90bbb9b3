import type { ReviveDraft } from "@/backend";

/** In the place of a routine's id: nothing is tried first. */
export const NO_CANARY = "none";

/** What a person decides about a plan. */
export interface PlanChoices {
  canary: string;
  spreadSeconds: number;
  stopAfter: number | null;
}

export const SPREADS = [
  { value: "0", label: "at once" },
  { value: "300", label: "5 min" },
  { value: "600", label: "10 min" },
  { value: "1800", label: "30 min" },
  { value: "3600", label: "1 h" },
] as const;

export const STOPS = [
  { value: "1", label: "1" },
  { value: "2", label: "2" },
  { value: "5", label: "5" },
  { value: "never", label: "never" },
] as const;

/** How a plan begins unless someone says otherwise: one alone needs neither canary nor window. */
export function usualChoices(draft: ReviveDraft | undefined): PlanChoices {
  const alone = draft !== undefined && draft.candidates.length < 2;
  return {
    canary: alone ? NO_CANARY : (draft?.canary ?? NO_CANARY),
    spreadSeconds: alone ? 0 : 600,
    stopAfter: 2,
  };
}
