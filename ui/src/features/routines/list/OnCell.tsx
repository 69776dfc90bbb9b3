import type { RoutineRow } from "@/backend";
import { useConnection } from "@/backend";
import { Button } from "@/components/Button";
import { Switch } from "@/components/Switch";
import { useRoutineActions } from "../actions/RoutineActions";
import { shownActions, verbs } from "../actions/verbs";
import styles from "./OnCell.module.css";

/** The switch, or the one action that brings a routine back. Clicks here do not pick the row. */
export function OnCell({ row }: { row: RoutineRow }) {
  const { ask, isBusy } = useRoutineActions();
  const { readOnlyReason } = useConnection();
  const actions = shownActions(row, readOnlyReason);
  const back = (["revive", "switch_on", "restore"] as const).find((each) => actions.includes(each));
  const turn = (["pause", "resume"] as const).find((each) => actions.includes(each));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the controls inside answer the keys
    <span
      className={styles.on}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {back ? (
        <Button
          size={24}
          busy={isBusy(row.id)}
          disabledReason={readOnlyReason}
          aria-label={`${verbs[back].label} ${row.name}`}
          onClick={() => ask(back, row)}
        >
          {verbs[back].label}
        </Button>
      ) : (
        <Switch
          label={`${row.name} on`}
          checked={row.enabled}
          busy={isBusy(row.id)}
          lockedReason={readOnlyReason ?? (turn ? undefined : lockedReason(row))}
          onChange={() => turn && ask(turn, row)}
        />
      )}
    </span>
  );
}

function lockedReason({ state }: RoutineRow): string {
  return state.kind === "cannot_fire"
    ? "Only another trigger brings it back: edit it."
    : "It has no further fire: edit its trigger.";
}
