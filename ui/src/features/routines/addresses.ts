import { useNavigate } from "@tanstack/react-router";
import { readSearch } from "./search";

/** A run's page belongs to another feature, which is why its route is not typed here. */
export function runAddress(id: string) {
  return `/runs/${id}` as "/runs";
}

/** The explanation of its last planned time, which is another feature's page as well. */
function lastFireAddress(id: string) {
  return `/fires/${id}/last` as "/runs";
}

/** Where the feature's own pages are. Sheets keep the list and its filters behind them. */
export function useGo() {
  const navigate = useNavigate();
  const kept = (before: Record<string, unknown>) => readSearch(before);
  return {
    run: (id: string) => void navigate({ to: runAddress(id) }),
    explain: (id: string) => void navigate({ to: lastFireAddress(id) }),
    page: (id: string) => void navigate({ to: "/routines/$id", params: { id } }),
    create: () => void navigate({ to: "/routines/new", search: kept }),
    edit: (id: string) => void navigate({ to: "/routines/$id/edit", params: { id }, search: kept }),
    /** What will happen to these; to all in the schedule where none is named. */
    simulate: (ids: readonly string[]) =>
      void navigate({
        to: "/routines/simulate",
        search: (before) => ({ ...kept(before), of: ids.join(",") || undefined }),
      }),
    /** Back to the list; with `sel` its inspector is open. */
    list: (sel?: string) =>
      void navigate({
        to: "/routines",
        search: (before) => ({ ...readSearch(before), ...(sel !== undefined && { sel }) }),
        replace: true,
      }),
  };
}
