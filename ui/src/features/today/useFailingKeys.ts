import { type FocusEvent, useRef, useState } from "react";
import { type FailingRow, useConnection } from "@/backend";
import { useCommands } from "@/components/commands";
import { type BringBack, verbOf } from "./useBringBack";

/** J and K go from one failing routine to the next; T and V bring back the one with the focus. */
export function useFailingKeys(rows: readonly FailingRow[], bringBack: BringBack) {
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const { readOnlyReason, asksFirst } = useConnection();
  const routine = rows.find((row) => row.routine.id === focused)?.routine;
  const verb = routine && verbOf(routine);

  function step(by: number) {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("a[data-routine]") ?? [])];
    const at = all.findIndex((each) => each.dataset.routine === focused);
    const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1);
    all[next]?.focus();
  }
  const bring = (keys: string, label: string, fits: boolean, not: string) => ({
    id: `today.${keys}`,
    label,
    keys,
    group: routine?.name ?? "Failing now",
    asksFirst,
    hint: fits ? label.toLowerCase() : undefined,
    disabledReason:
      readOnlyReason ?? (routine ? (fits ? undefined : not) : "Choose a failing routine with J."),
    run: () => routine && bringBack.ask(routine),
  });
  const comesBack = verb === "Revive" || verb === "Switch on";
  useCommands([
    {
      id: "today.next",
      label: "Next failing routine",
      keys: "j",
      keyOnly: true,
      run: () => step(1),
    },
    {
      id: "today.previous",
      label: "Failing routine before",
      keys: "k",
      keyOnly: true,
      run: () => step(-1),
    },
    bring("t", "Try now", verb === "Try now", "It is not backing off."),
    bring("v", comesBack ? verb : "Revive", comesBack, "It is in the schedule."),
  ]);
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent) =>
      setFocused(
        target.closest("li")?.querySelector<HTMLElement>("[data-routine]")?.dataset.routine ?? null,
      ),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // A dialog takes the focus, and gives it back.
      if (relatedTarget !== null && !list.current?.contains(relatedTarget)) setFocused(null);
    },
  };
}
