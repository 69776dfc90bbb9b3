import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { reads } from "@/backend";
import { useReadNow } from "@/components/clock";
import { useHeldRows } from "@/components/useHeldRows";
import { boundsOf } from "../ranges";
import { queryOf, type RunsSearch } from "../search";

/** The rows of the list as they stand on the screen. */
export function useRunList(search: RunsSearch, held: boolean) {
  const readNow = useReadNow();
  const query = queryOf(search);
  const window = {
    name: `${search.from ?? ""}/${search.to ?? ""}`,
    bounds: () => boundsOf(search, readNow()),
  };
  const asked = reads.runPages(query, window);
  const read = useInfiniteQuery(asked);
  const queries = useQueryClient();
  const stop = () => void queries.cancelQueries({ queryKey: asked.queryKey });
  const fresh = useMemo(() => read.data?.pages.flatMap((page) => page.rows) ?? [], [read.data]);
  const list = JSON.stringify([query, window.name]);
  const kept = useHeldRows(fresh, held, `${list}${read.isPlaceholderData}`);
  return { read, list, stop, ...kept };
}
