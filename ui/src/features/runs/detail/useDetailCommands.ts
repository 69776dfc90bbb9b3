import { useNavigate } from "@tanstack/react-router";
import { Braces, Copy, Package, Play } from "lucide-react";
import type { RunAction, RunDetail, RunRow } from "@/backend";
import { type Command, useCommands } from "@/components/commands";
import { isOffered, runVerbs } from "./runOffers";
import type { RunActions, RunAsked } from "./useRunActions";
import { useWhy } from "./useWhy";

/** The keys of one run: its neighbours, its actions, its report and its explanation. */
export function useDetailCommands(
  run: RunDetail,
  actions: RunActions,
  copy: () => void,
  saveBundle: () => void,
) {
  const navigate = useNavigate();
  const why = useWhy(run.row);
  const go = (to: RunRow | null) =>
    to !== null &&
    void navigate({
      to: "/runs/$runId",
      params: { runId: to.id },
      search: (before) => ({ tenant: before.tenant }),
      replace: true,
    });
  const action = (asked: RunAsked, part: Pick<Command, "label" | "keys" | "icon" | "hint">) => ({
    id: `run.${asked}`,
    ...part,
    disabledReason: actions.held(asked),
    asksFirst: actions.asksFirst,
    run: () => actions.ask(asked),
  });
  const of = (name: RunAction) =>
    action(name, {
      ...runVerbs[name],
      hint: name === "try_now" && isOffered(run, name) ? "try now" : undefined,
    });
  useCommands([
    of("try_now"),
    {
      id: "run.previous",
      label: "Previous run of this routine",
      keys: "[",
      hint: "previous, next run",
      hintKeys: "[ ]",
      disabledReason: run.previous ? undefined : "This is the oldest run.",
      run: () => go(run.previous),
    },
    {
      id: "run.next",
      label: "Next run of this routine",
      keys: "]",
      disabledReason: run.next ? undefined : "This is the newest run.",
      run: () => go(run.next),
    },
    { id: "run.copy", label: "Copy report", keys: "c", hint: "copy report", icon: Copy, run: copy },
    { id: "run.bundle", label: "Save incident bundle", icon: Package, run: saveBundle },
    action("run_now", { label: "Run now", keys: "r", icon: Play }),
    action("run_changed", { label: "Run now with changed input", keys: "Shift+r", icon: Braces }),
    of("replay"),
    of("cancel"),
    of("stop_retrying"),
    why.command,
  ]);
}
