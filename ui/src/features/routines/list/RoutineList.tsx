import { useState } from "react";
import type { RoutineRow } from "@/backend";
import { useConnection } from "@/backend";
import { Button } from "@/components/Button";
import { useNow, useZone } from "@/components/clock";
import { useCommands } from "@/components/commands";
import { DataTable } from "@/components/DataTable";
import { useRoutineCommands } from "../actions/useRoutineCommands";
import { useGo } from "../addresses";
import { filterCount, type RoutinesSearch } from "../search";
import { rowLabel } from "../stateText";
import { allColumns, fewColumns } from "./columns";
import { insteadOfRows, StaleBand } from "./listStates";
import styles from "./RoutineList.module.css";
import { useHeldOrder } from "./useHeldOrder";
import type { RoutineListState } from "./useRoutineList";

interface Props {
  search: RoutinesSearch;
  change: (part: Partial<RoutinesSearch>) => void;
  list: RoutineListState;
  narrow: boolean;
}

const resting = ["off", "switched_off", "deleted", "done"];

export function RoutineList({ search, change, list, narrow }: Props) {
  const [hovered, setHovered] = useState(false);
  const [cursor, setCursor] = useState<string | null>(search.sel ?? null);
  const { rows, moved } = useHeldOrder<RoutineRow>(list.rows, list.key, hovered);
  const connection = useConnection();
  const times = { now: useNow(), zone: useZone() };
  const go = useGo();
  const { sel } = search;
  const clear = () => change({ q: undefined, state: undefined, tenant: undefined });
  const apply = () => setHovered(false);

  useRoutineCommands(rows.find((row) => row.id === cursor));
  useCommands([
    ...(moved > 0
      ? [{ id: "routines.order", label: "Apply the newest order", keys: "l", run: apply }]
      : []),
    ...(sel !== undefined || filterCount(search) > 0
      ? [
          {
            id: "routines.escape",
            label: sel !== undefined ? "Close the inspector" : "Clear filters",
            keys: "Escape",
            run: () => (sel !== undefined ? change({ sel: undefined }) : clear()),
          },
        ]
      : []),
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
        rowLabel={(row) => rowLabel(row, times)}
        cursor={cursor}
        onCursor={follow}
        onPick={(row) => change({ sel: row.id })}
        onPeek={(row) => change({ sel: sel === row.id ? undefined : row.id })}
        onOpen={(row) => go.page(row.id)}
        dimmed={(row) => resting.includes(row.state.kind)}
        sort={sorted(search)}
        onSort={({ column }) => change({ sort: column === "name" ? "name" : undefined })}
        more={list.more}
        loading={list.isLoading && { asking: connection.name }}
        instead={insteadOfRows({
          list,
          search,
          onClear: clear,
          onNew: go.create,
          readOnlyReason: connection.readOnlyReason,
        })}
      />
    </div>
  );
}

function sorted({ sort = "next_fire" }: RoutinesSearch) {
  return sort === "created" ? undefined : { column: sort, descending: false };
}
