import { Braces, Ellipsis } from "lucide-react";
import type { RoutineAction, RoutineRow } from "@/backend";
import { useConnection } from "@/backend";
import { Button, IconButton } from "@/components/Button";
import { Menu, type MenuEntry } from "@/components/Menu";
import styles from "./ActionButtons.module.css";
import { useRoutineActions } from "./RoutineActions";
import { buttonLabel, shownActions, verbs } from "./verbs";

/** Buttons beside each other; the rest is in the menu, deleting always. */
const BUTTONS = 3;

export function ActionButtons({ row }: { row: RoutineRow }) {
  const { ask, isBusy } = useRoutineActions();
  const { readOnlyReason } = useConnection();
  const actions = shownActions(row, readOnlyReason);
  const front: RoutineAction[] = actions.filter((action) => action !== "delete").slice(0, BUTTONS);
  const rest = actions.filter((action) => !front.includes(action));
  const entry = (action: RoutineAction): MenuEntry => ({
    label: buttonLabel(action),
    icon: verbs[action].icon,
    keys: verbs[action].keys,
    tone: action === "delete" ? "danger" : "plain",
    disabledReason: readOnlyReason,
    onSelect: () => ask(action, row),
  });
  const changed: MenuEntry = {
    label: "Run now with changed input…",
    icon: Braces,
    keys: "Shift+r",
    disabledReason: readOnlyReason,
    onSelect: () => ask("run_changed", row),
  };
  const entries = [...(actions.includes("run_now") ? [changed] : []), ...rest.map(entry)];
  return (
    <div className={styles.actions}>
      {front.map((action) => (
        <Button
          key={action}
          size={24}
          icon={verbs[action].icon}
          busy={isBusy(row.id) && action !== "edit"}
          disabledReason={readOnlyReason}
          onClick={() => ask(action, row)}
        >
          {buttonLabel(action)}
        </Button>
      ))}
      {entries.length > 0 && (
        <Menu
          align="end"
          entries={entries}
          trigger={<IconButton size={24} icon={Ellipsis} label="More actions" />}
        />
      )}
    </div>
  );
}
