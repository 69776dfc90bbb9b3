import { createContext, type ReactNode, useContext, useState } from "react";
import type { RoutineAction, RoutineRow } from "@/backend";
import { useConnection } from "@/backend";
import { useGo } from "../addresses";
import { ConfirmDialog } from "./ConfirmDialog";
import { DeleteDialog } from "./DeleteDialog";
import { InputDialog } from "./InputDialog";
import { PauseDialog } from "./PauseDialog";
import { useRoutineWrites } from "./useRoutineWrites";

export type Asked = RoutineAction | "run_changed";

interface Actions {
  /** Takes the action, after the dialog where it needs one. */
  ask: (action: Asked, row: RoutineRow) => void;
  /** The same, with the dialog in any case: for what an address asks. */
  confirm: (action: RoutineAction, row: RoutineRow) => void;
  isBusy: (id: string) => boolean;
}

const Context = createContext<Actions>({
  ask: () => {},
  confirm: () => {},
  isBusy: () => false,
});

export const useRoutineActions = () => useContext(Context);

/** A single fire may have passed meanwhile: whether it runs at once is for the person to say. */
function asksOfOnce(action: Asked, row: RoutineRow): boolean {
  return (
    ["resume", "revive", "switch_on", "restore"].includes(action) && row.trigger.raw === "once"
  );
}

/** Holds the one dialog that may be open, for buttons, switches and keys beneath it. */
export function RoutineActions({ children }: { children: ReactNode }) {
  const writes = useRoutineWrites();
  const { asksFirst } = useConnection();
  const go = useGo();
  const [open, setOpen] = useState<{ action: Asked; row: RoutineRow } | null>(null);

  const ask = (action: Asked, row: RoutineRow) => {
    if (action === "edit") go.edit(row.id);
    else if (["pause", "delete", "run_changed", "stop_retrying"].includes(action) || asksFirst) {
      setOpen({ action, row });
    } else if (asksOfOnce(action, row)) setOpen({ action, row });
    else void writes.plain(action as RoutineAction, row);
  };
  const confirm = (action: RoutineAction, row: RoutineRow) =>
    action === "edit" ? go.edit(row.id) : setOpen({ action, row });
  const close = () => setOpen(null);
  const dialog = open && {
    row: open.row,
    writes,
    busy: writes.busy.has(open.row.id),
    onClose: close,
  };
  return (
    <Context value={{ ask, confirm, isBusy: (id) => writes.busy.has(id) }}>
      {children}
      {dialog && open.action === "pause" && <PauseDialog {...dialog} />}
      {dialog && open.action === "delete" && <DeleteDialog {...dialog} />}
      {dialog && open.action === "run_changed" && <InputDialog {...dialog} />}
      {dialog &&
        open.action !== "pause" &&
        open.action !== "delete" &&
        open.action !== "run_changed" && <ConfirmDialog {...dialog} action={open.action} />}
    </Context>
  );
}
