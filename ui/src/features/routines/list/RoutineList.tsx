import { useCallback, useState } from "react";
import type { RoutineRow } from "@/backend";
import { useConnection } from "@/backend";
import { Button } from "@/components/Button";
import { useNow, useZone } from "@/components/clock";
import { useCommands } from "@/components/commands";
import { DataTable } from "@/components/DataTable";
import { useRoutineCommands } from "../actions/useRoutineCommands";
import { useGo } from "../addresses";
import { filterCount, type RoutinesSearch, unfiltered } from "../search";
import { rowLabel } from "../stateText";
import { allColumns, fewColumns } from "./columns";
import { insteadOfRows, StaleBand } from "./listStates";
import styles from "./RoutineList.module.css";
import { useHeldOrder } from "./useHeldOrder";
import type { RoutineListState } from "./useRoutineList";
import type { SelectionState } from "./useSelection";

interface Props {
  search: RoutinesSearch;
  change: (part: Partial<RoutinesSearch>) => void;
  list: RoutineListState;
  selection: SelectionState;
  narrow: boolean;
}

const resting = ["off", "switched_off", "deleted", "done"];

export function RoutineList({ search, change, list, selection, narrow }: Props) {
  const [hovered, setHovered] = useState(false);
  const [cursor, setCursor] = useState<string | null>(search.sel ?? null);
  // What the address leads to is what the keys act on: a routine that was just made, a link.
  const [led, setLed] = useState(search.sel);
  if (search.sel !== led) {
    setLed(search.sel);
    if (search.sel !== undefined) setCursor(search.sel);
  }
  const { rows, moved } = useHeldOrder<RoutineRow>(
    list.rows,
    list.key,
    hovered || selection.ids.size > 0,
  );
  const connection = useConnection();
  const label = useRowLabel();
  const go = useGo();
  const { sel } = search;
  const clear = () => change(unfiltered);
  const leave = escapes({ search, change, selection, clear });
  const apply = () => setHovered(false);

  useRoutineCommands(rows.find((row) => row.id === cursor));
  useCommands([
    ...(moved > 0
      ? [{ id: "routines.order", label: "Apply the newest order", keys: "l", run: apply }]
      : []),
    ...(leave ? [{ id: "routines.escape", keys: "Escape", ...leave }] : []),
  ]);
  const follow = (id: string) => {
    setCursor(id);
    if (sel !== undefined) change({ sel: id });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices the pointer
    <div
      className={styles.list}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
    >
      <StaleBand list={list} connection={connection.name} />
      {moved > 0 && (
        <div className={styles.moved}>
          The order has changed.
          <Button size={24} tone="quiet" keys="l" onClick={apply}>
            Apply
          </Button>
        </div>
      )}
      <DataTable
        primary
        label="Routines"
        columns={narrow && sel !== undefined ? fewColumns : allColumns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={label}
        cursor={cursor}
        onCursor={follow}
        onPick={(row) => change({ sel: row.id })}
        onPeek={(row) => change({ sel: sel === row.id ? undefined : row.id })}
        onOpen={(row) => go.page(row.id)}
        selection={selection.table}
        dimmed={(row) => resting.includes(row.state.kind)}
        sort={sorted(search)}
        onSort={({ column }) => change({ sort: column === "name" ? "name" : undefined })}
        more={list.more}
        loading={list.isLoading && { asking: connection.name, onStop: list.stop }}
        instead={insteadOfRows({
          list,
          search,
          onClear: clear,
          onNew: go.create,
          readOnlyReason: connection.readOnlyReason,
          connection: connection.name,
        })}
      />
    </div>
  );
}

/** What screen readers hear of a row. It names minutes, so that it changes with them only. */
function useRowLabel() {
  const now = useNow();
  const zone = useZone();
  const minute = Math.floor(now / 60_000);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the minute stands for the time
  return useCallback((row: RoutineRow) => rowLabel(row, { now, zone }), [minute, zone]);
}

/** What Escape does: the top layer first, then the selection, then the filters. */
function escapes({
  search,
  change,
  selection,
  clear,
}: Pick<Props, "search" | "change" | "selection"> & { clear: () => void }) {
  if (search.sel !== undefined) {
    return { label: "Close the inspector", run: () => change({ sel: undefined }) };
  }
  if (selection.ids.size > 0) return { label: "Clear the selection", run: selection.clear };
  return filterCount(search) > 0 ? { label: "Clear filters", run: clear } : null;
}

function sorted({ sort = "next_fire" }: RoutinesSearch) {
  return sort === "created" ? undefined : { column: sort, descending: false };
}
