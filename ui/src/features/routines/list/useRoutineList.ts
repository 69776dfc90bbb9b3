import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { reads } from "@/backend";
import { queryOf, type RoutinesSearch } from "../search";

/** The rows that the address asks for, loaded page by page. */
export function useRoutineList(search: RoutinesSearch) {
  const query = queryOf(search);
  const asked = reads.routinePages(query);
  const pages = useInfiniteQuery(asked);
  const queries = useQueryClient();
  const tenants = useQuery(reads.tenants());
  const first = pages.data?.pages[0];
  return {
    /** Names the question, for what must begin afresh with another one. */
    key: JSON.stringify(query),
    rows: pages.data?.pages.flatMap((page) => page.rows) ?? [],
    counts: first?.counts ?? null,
    matching: first?.matching ?? 0,
    tenants: tenants.data ?? [],
    answeredAt: first?.now ?? null,
    isLoading: pages.isPending && pages.fetchStatus !== "idle",
    /** A person did not want to wait for the first answer. */
    stopped: pages.isPending && pages.fetchStatus === "idle",
    stop: () => void queries.cancelQueries({ queryKey: asked.queryKey }),
    error: pages.error,
    isFetching: pages.isFetching,
    reload: () => void pages.refetch(),
    more: {
      has: pages.hasNextPage,
      loading: pages.isFetchingNextPage,
      load: () => void pages.fetchNextPage(),
    },
  };
}

export type RoutineListState = ReturnType<typeof useRoutineList>;
