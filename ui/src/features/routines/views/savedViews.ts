import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { reads } from "@/backend";
import { type RoutinesSearch, readSearch } from "../search";

/**
 * Named addresses of the list, kept by this window and per database (docs/decisions/saved-views.md):
 * ids in a filter mean nothing elsewhere.
 */

export interface SavedView {
  name: string;
  search: RoutinesSearch;
}

const STORED = "routine-desk.views:";
const listeners = new Set<() => void>();

function read(key: string): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept
      .filter((view) => typeof view?.name === "string")
      .map((view) => ({ name: view.name, search: withoutPlace(readSearch(view.search ?? {})) }));
  } catch {
    // Written by something else: there is nothing to show.
    return [];
  }
}

/** What a view is: the filters and the sort, not the routine that was looked at. */
export function withoutPlace({ sel, ...search }: RoutinesSearch): RoutinesSearch {
  return JSON.parse(JSON.stringify(search));
}

export function useSavedViews() {
  const { data } = useQuery(reads.appStatus());
  const key = `${STORED}${data?.connection?.address ?? ""}`;
  const text = useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => localStorage.getItem(key),
  );
  const views = text === null ? [] : read(key);
  const write = (next: readonly SavedView[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    for (const changed of listeners) changed();
  };
  return {
    views,
    /** A view of that name is replaced. */
    save: (name: string, search: RoutinesSearch) =>
      write([
        ...views.filter((view) => view.name !== name),
        { name, search: withoutPlace(search) },
      ]),
    forget: (name: string) => write(views.filter((view) => view.name !== name)),
  };
}

export function isSame(one: RoutinesSearch, other: RoutinesSearch): boolean {
  const plain = (search: RoutinesSearch) =>
    JSON.stringify(Object.entries(withoutPlace(readSearch({ ...search }))).sort());
  return plain(one) === plain(other);
}
