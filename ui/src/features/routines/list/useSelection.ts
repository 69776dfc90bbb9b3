import { useRef, useState } from "react";
import type { RoutineRow } from "@/backend";
import { matchOf, type RoutinesSearch } from "../search";
import type { RoutineListState } from "./useRoutineList";

/** More than this are not changed at once. */
export const MOST = 10_000;

/**
 * The chosen rows, by id, over refreshes and pages. Another question begins without a choice, since
 * what was chosen may not be on the screen any more.
 */
export function useSelection(search: RoutinesSearch, list: RoutineListState) {
  const matching = matchOf(search);
  const question = JSON.stringify(matching);
  const [state, setState] = useState(none(question));
  // Each as it was seen last: its revision is what a change is held to.
  const seen = useRef(new Map<string, RoutineRow>());
  if (state.question !== question) {
    seen.current.clear();
    setState(none(question));
  }
  const current = state.question === question ? state : none(question);
  for (const row of list.rows) seen.current.set(row.id, row);
  const choose = (ids: ReadonlySet<string>) => setState({ question, ids, all: null });
  return {
    ids: current.ids,
    /** Everything that matches, also what is not loaded: how many that were. */
    all: current.all,
    count: current.all ?? current.ids.size,
    rows: [...current.ids].flatMap((id) => seen.current.get(id) ?? []),
    matching,
    table: { ids: current.ids, onChange: choose },
    clear: () => setState(none(question)),
    takeAll: () => setState({ ...current, all: list.matching }),
    /** Left chosen, for a second look at what a bulk action did not touch. */
    keep: (ids: readonly string[]) => choose(new Set(ids)),
  };
}

export type SelectionState = ReturnType<typeof useSelection>;

interface Chosen {
  question: string;
  ids: ReadonlySet<string>;
  all: number | null;
}

function none(question: string): Chosen {
  return { question, ids: new Set(), all: null };
}
