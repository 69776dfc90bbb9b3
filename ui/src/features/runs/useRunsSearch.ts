import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { replacesEntry } from "@/components/entries";
import { type RunsSearch, readSearch } from "./search";

/** The list's address and how to change it. Back takes the last filter away. */
export function useRunsSearch() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const search = useMemo(() => readSearch(raw), [raw]);
  const navigate = useNavigate();
  const change = (part: Partial<RunsSearch>) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...readSearch(before), ...part }),
      replace: replacesEntry(part),
    });
  return { search, change };
}
