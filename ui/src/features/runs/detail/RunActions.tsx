import { Braces, Copy, Ellipsis, Package, Play } from "lucide-react";
import type { RunAction, RunDetail } from "@/backend";
import { Button, IconButton } from "@/components/Button";
import { Menu, type MenuEntry } from "@/components/Menu";
import { frontActions, runVerbs } from "./runOffers";
import type { RunActions as Actions } from "./useRunActions";

interface Props {
  run: RunDetail;
  actions: Actions;
  onCopy: () => void;
  /** One file with the run and what explains it. */
  onBundle: () => void;
}

const ASKS: readonly RunAction[] = ["stop_retrying", "cancel", "replay"];
const ALL: readonly RunAction[] = ["try_now", "stop_retrying", "cancel", "replay"];

/** What fits the state in front, the rest in the menu: each with its reason where it does not. */
export function RunActions({ run, actions, onCopy, onBundle }: Props) {
  const { ask, held, asksFirst, busy } = actions;
  const front = frontActions(run);
  const primary = front.at(-1);
  const label = (action: RunAction) =>
    asksFirst || ASKS.includes(action) ? `${runVerbs[action].label}…` : runVerbs[action].label;
  const entries: MenuEntry[] = [
    {
      label: "Run now",
      icon: Play,
      keys: "r",
      disabledReason: held("run_now"),
      onSelect: () => ask("run_now"),
    },
    {
      label: "Run now with changed input…",
      icon: Braces,
      keys: "Shift+r",
      disabledReason: held("run_changed"),
      onSelect: () => ask("run_changed"),
    },
    { label: "Save incident bundle", icon: Package, onSelect: onBundle },
    "rule",
    ...ALL.filter((action) => !front.includes(action)).map(
      (action): MenuEntry => ({
        label: label(action),
        icon: runVerbs[action].icon,
        disabledReason: held(action),
        onSelect: () => ask(action),
      }),
    ),
  ];
  return (
    <>
      <Button icon={Copy} onClick={onCopy}>
        Copy report
      </Button>
      {front.map((action) => (
        <Button
          key={action}
          tone={action === primary ? "primary" : "plain"}
          icon={action === primary ? runVerbs[action].icon : undefined}
          keys={runVerbs[action].keys}
          busy={busy && action === primary}
          disabledReason={held(action)}
          onClick={() => ask(action)}
        >
          {label(action)}
        </Button>
      ))}
      <Menu
        align="end"
        entries={entries}
        trigger={<IconButton icon={Ellipsis} label="More actions" />}
      />
    </>
  );
}
