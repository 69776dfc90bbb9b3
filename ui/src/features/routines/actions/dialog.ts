import type { RoutineRow } from "@/backend";
import type { RoutineWrites } from "./useRoutineWrites";

/** What every dialog about one routine is given. */
export interface ActionDialog {
  row: RoutineRow;
  writes: RoutineWrites;
  busy: boolean;
  onClose: () => void;
}

/** Closes when it was done; a refusal leaves what was written in the dialog. */
export async function closeWhenDone(done: Promise<boolean>, onClose: () => void) {
  if (await done) onClose();
}
