import type { RoutineAction, RoutineRow } from "@/backend";
import { useConnection } from "@/backend";
import { type Command, useCommands } from "@/components/commands";
import { useGo } from "../addresses";
import { type Asked, useRoutineActions } from "./RoutineActions";
import { heldBack, verbs } from "./verbs";

/** The keys and palette entries of one routine: the one under the cursor, or the one of the page. */
export function useRoutineCommands(row: RoutineRow | undefined) {
  const go = useGo();
  const { ask } = useRoutineActions();
  const { readOnlyReason, asksFirst } = useConnection();

  const command = (
    asked: Asked,
    label: string,
    keys: string | undefined,
    hint?: string,
  ): Command => {
    const needs: RoutineAction = asked === "run_changed" ? "run_now" : asked;
    return {
      id: `routine.${asked}`,
      label,
      keys,
      hint,
      group: row ? row.name : "This routine",
      disabledReason: heldBack(row, [needs], readOnlyReason),
      asksFirst,
      run: () => row && ask(asked, row),
    };
  };
  const of = (action: RoutineAction, hint?: string) =>
    command(action, verbs[action].label, verbs[action].keys, hint);
  const can = (action: RoutineAction) => row?.actions.includes(action) ?? false;
  useCommands([
    of("run_now", "run now"),
    command("run_changed", "Run now with changed input", "Shift+r"),
    // One key, one command: the state decides which of the two it is.
    of(can("resume") ? "resume" : "pause", can("resume") ? "resume" : "pause"),
    of(can("switch_on") ? "switch_on" : "revive"),
    of("try_now", can("try_now") ? "try now" : undefined),
    of("stop_retrying"),
    of("edit"),
    {
      id: "routine.explain",
      label: "Why did it (not) fire?",
      keys: "w",
      group: row ? row.name : "This routine",
      disabledReason: row ? undefined : "No routine is chosen.",
      run: () => row && go.explain(row.id),
    },
    {
      id: "routine.simulate",
      label: "What will happen next week?",
      group: row ? row.name : "This routine",
      disabledReason: row ? undefined : "No routine is chosen.",
      run: () => row && go.simulate([row.id]),
    },
    of("delete"),
    ...(can("restore") ? [of("restore")] : []),
  ]);
}
