import { type ReactNode, useState } from "react";
import { failure, type RoutineRow, useConnection, useWrite } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { Dialog } from "@/components/Dialog";
import { useToasts } from "@/components/Toast";
import { absolute } from "@/components/time";

export interface BringBack {
  ask: (routine: RoutineRow) => void;
  isBusy: (id: string) => boolean;
  /** The question, where the connection asks first. */
  dialog: ReactNode;
}

const verbOf = ({ state }: RoutineRow) => (state.kind === "dead_lettered" ? "Revive" : "Switch on");

/** Reviving or switching on what is out of the schedule. */
export function useBringBack(): BringBack {
  const { asksFirst, name } = useConnection();
  const toasts = useToasts();
  const now = useNow();
  const zone = useZone();
  const revive = useWrite("reviveRoutine");
  const [asked, setAsked] = useState<RoutineRow | null>(null);

  async function bring(routine: RoutineRow) {
    const verb = verbOf(routine);
    try {
      const { row } = await revive.mutateAsync([{ id: routine.id, revision: routine.revision }]);
      const next = row.next_fire_at
        ? `next fire ${absolute(row.next_fire_at, now, zone)}`
        : "no next fire";
      toasts.done(
        <>
          {verb === "Revive" ? "Revived" : "Switched on"} <strong>{row.name}</strong>, {next}
        </>,
      );
    } catch (thrown) {
      toasts.refused(`${verb} failed for ${routine.name}.`, failure(thrown).message);
    } finally {
      setAsked(null);
    }
  }
  const busy = (id: string) => revive.isPending && revive.variables?.[0].id === id;
  return {
    ask: (routine) => (asksFirst ? setAsked(routine) : void bring(routine)),
    isBusy: busy,
    dialog: asked && (
      <Dialog
        open
        onClose={() => setAsked(null)}
        title={`${verbOf(asked)} “${asked.name}” on ${name}?`}
        confirm={{
          label: verbOf(asked),
          onConfirm: () => void bring(asked),
          busy: busy(asked.id),
        }}
      >
        <p>
          The failures are cleared and the next fire is counted from now on. Nothing fires for times
          that have passed.
        </p>
      </Dialog>
    ),
  };
}
