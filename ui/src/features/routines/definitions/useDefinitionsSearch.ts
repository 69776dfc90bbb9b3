import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type DefinitionsSearch, readDefinitionsSearch } from "./search";

/** The address of the page. Opening a sheet is a step that Back takes back. */
export function useDefinitionsSearch() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const search = useMemo(() => readDefinitionsSearch(raw), [raw]);
  const navigate = useNavigate();
  const change = (part: DefinitionsSearch) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...readDefinitionsSearch(before), ...part }),
      replace: part.edit === undefined && part.test === undefined,
    });
  return { search, change };
}
