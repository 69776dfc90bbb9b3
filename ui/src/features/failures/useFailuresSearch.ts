import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { FailureLane } from "@/backend";
import { type FailuresSearch, readLane, readSearch } from "./search";

/** The page's address and how to change it. What a person opens can be left with Back. */
export function useFailuresSearch() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const search = useMemo(() => readSearch(raw), [raw]);
  const { lane: named } = useParams({ strict: false }) as { lane?: string };
  const navigate = useNavigate();
  const change = (part: Partial<FailuresSearch>, replace = true) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...readSearch(before), ...part }),
      replace,
    });
  const toLane = (lane: FailureLane, sel?: string) =>
    void navigate({
      to: "/failures/$lane",
      params: { lane },
      search: (before: Record<string, unknown>) => ({ ...readSearch(before), sel }),
      replace: true,
    });
  return { lane: readLane(named), search, change, toLane };
}
