import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type RunsSearch, readSearch } from "./search";

/** The list's address and how to change it. Narrowing replaces the entry, so Back leaves the list. */
export function useRunsSearch() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const search = useMemo(() => readSearch(raw), [raw]);
  const navigate = useNavigate();
  const change = (part: Partial<RunsSearch>) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...readSearch(before), ...part }),
      replace: true,
    });
  return { search, change };
}
