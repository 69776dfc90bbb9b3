import type { RoutineRow } from "@/backend";
import { TwoLine } from "@/components/TwoLine";
import type { Column } from "@/components/table";
import { LastRunsCell, NextFireCell, ScheduleCell, StateCell } from "./cells";
import { OnCell } from "./OnCell";

const routine: Column<RoutineRow> = {
  id: "name",
  head: "Routine",
  width: "minmax(126px, 1.1fr)",
  sortable: true,
  cell: (row) => (
    <TwoLine strong detail={row.tenant_name}>
      {row.name}
    </TwoLine>
  ),
};
const state: Column<RoutineRow> = {
  id: "state",
  head: "State",
  width: "minmax(142px, 0.5fr)",
  cell: (row) => <StateCell row={row} />,
};
const schedule: Column<RoutineRow> = {
  id: "schedule",
  head: "Schedule",
  width: "minmax(92px, 1.4fr)",
  cell: (row) => <ScheduleCell row={row} />,
};
const next: Column<RoutineRow> = {
  id: "next_fire",
  head: "Next fire",
  width: "minmax(84px, 0.6fr)",
  sortable: true,
  cell: (row) => <NextFireCell row={row} />,
};
const last: Column<RoutineRow> = {
  id: "last",
  head: "Last 20",
  width: "124px",
  cell: (row) => <LastRunsCell row={row} />,
};
const on: Column<RoutineRow> = {
  id: "on",
  head: "On",
  width: "76px",
  align: "end",
  cell: (row) => <OnCell row={row} />,
};

export const allColumns = [routine, state, schedule, next, last, on];
/** Beside an inspector in a narrow window: schedule and last runs stand in the inspector. */
export const fewColumns = [routine, state, next, on];
