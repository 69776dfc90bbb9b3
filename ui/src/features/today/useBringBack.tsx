import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { failure, type RoutineRow, reads, useConnection, useWrite } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { Dialog } from "@/components/Dialog";
import { Sentences } from "@/components/Sentences";
import { useToasts } from "@/components/Toast";
import { absolute } from "@/components/time";

export interface BringBack {
  ask: (routine: RoutineRow) => void;
  isBusy: (id: string) => boolean;
  /** The question, where the connection asks first. */
  dialog: ReactNode;
}

/** What brings this one back, if one step does. */
export function verbOf({ state }: RoutineRow): "Try now" | "Revive" | "Switch on" | null {
  if (state.kind === "backing_off") return "Try now";
  if (state.kind === "dead_lettered") return "Revive";
  return state.kind === "switched_off" ? "Switch on" : null;
}

const PAST = { "Try now": "Trying now:", Revive: "Revived", "Switch on": "Switched on" };

/** Trying again, reviving or switching on what fails. */
export function useBringBack(): BringBack {
  const { asksFirst, confirmed, name } = useConnection();
  const toasts = useToasts();
  const now = useNow();
  const zone = useZone();
  const revive = useWrite("reviveRoutine");
  const tryNow = useWrite("tryRoutineNow");
  const [asked, setAsked] = useState<RoutineRow | null>(null);

  async function bring(routine: RoutineRow) {
    const verb = verbOf(routine);
    if (verb === null) return;
    const at = { id: routine.id, revision: routine.revision };
    try {
      const { row } = await (verb === "Try now" ? tryNow : revive).mutateAsync([
        at,
        ...confirmed(),
      ]);
      const next = row.next_fire_at
        ? `, next fire ${absolute(row.next_fire_at, now, zone)}`
        : ", no next fire";
      toasts.done(
        <>
          {PAST[verb]} <strong>{row.name}</strong>
          {verb !== "Try now" && next}
        </>,
      );
    } catch (thrown) {
      toasts.refused(`${verb} failed for ${routine.name}.`, failure(thrown).message);
    } finally {
      setAsked(null);
    }
  }
  const busy = (id: string) =>
    [revive, tryNow].some((write) => write.isPending && write.variables?.[0].id === id);
  const verb = asked && verbOf(asked);
  return {
    ask: (routine) => (asksFirst ? setAsked(routine) : void bring(routine)),
    isBusy: busy,
    dialog: asked && verb && (
      <Dialog
        open
        onClose={() => setAsked(null)}
        title={`${verb} “${asked.name}” on ${name}?`}
        confirm={{
          label: verb,
          onConfirm: () => void bring(asked),
          busy: busy(asked.id),
        }}
      >
        <Effect id={asked.id} verb={verb} />
      </Dialog>
    ),
  };
}

const ACTIONS = { "Try now": "try_now", Revive: "revive", "Switch on": "switch_on" } as const;

/** What it does to the schedule, as the scheduler's own code says it. */
function Effect({ id, verb }: { id: string; verb: keyof typeof ACTIONS }) {
  const { data, error } = useQuery(reads.consequence(id, ACTIONS[verb], null));
  if (error) return <p role="alert">{error.message}</p>;
  return data ? <Sentences of={data.sentences} /> : <p>Working out what it would do…</p>;
}
