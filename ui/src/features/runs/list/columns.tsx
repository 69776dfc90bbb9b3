import type { RunRow } from "@/backend";
import type { Column } from "@/components/table";
import {
  DurationCell,
  MessageCell,
  OutcomeCell,
  PlannedCell,
  RoutineCell,
  WorkerCell,
} from "./cells";

export const columns: readonly Column<RunRow>[] = [
  { id: "outcome", head: "Run", width: "140px", cell: (row) => <OutcomeCell row={row} /> },
  {
    id: "routine",
    head: "Routine",
    width: "minmax(130px, 1fr)",
    cell: (row) => <RoutineCell row={row} />,
  },
  { id: "planned", head: "Planned", width: "124px", cell: (row) => <PlannedCell row={row} /> },
  {
    id: "took",
    head: "Took",
    width: "68px",
    align: "end",
    cell: (row) => <DurationCell row={row} />,
  },
  { id: "worker", head: "Worker", width: "84px", cell: (row) => <WorkerCell row={row} /> },
  {
    id: "message",
    head: "Message",
    width: "minmax(170px, 1.9fr)",
    cell: (row) => <MessageCell row={row} />,
  },
];
