import { Ellipsis, FastForward } from "lucide-react";
import { useState } from "react";
import { useConnection } from "@/backend";
import { Button } from "@/components/Button";
import { Checkbox } from "@/components/Checkbox";
import { Kbd } from "@/components/Kbd";
import { Menu, type MenuAction } from "@/components/Menu";
import { useNarrow } from "@/components/narrow";
import { count } from "@/components/time";
import { verbs } from "../actions/verbs";
import { useGo } from "../addresses";
import { MOST, type SelectionState } from "../list/useSelection";
import { type BulkKind, bulkKinds, fitting } from "./actions";
import styles from "./BulkBar.module.css";
import { BulkDialog } from "./BulkDialog";

interface Props {
  selection: SelectionState;
  /** Rows that match the filters, loaded or not. */
  matching: number;
  /** What else can be done with them: nothing of it changes one. */
  more: readonly MenuAction[];
}

/** Under the list, while rows are chosen. It never covers one. */
export function BulkBar({ selection, matching, more: others }: Props) {
  const { readOnlyReason } = useConnection();
  const narrow = useNarrow();
  const [asked, setAsked] = useState<BulkKind | null>(null);
  const go = useGo();
  const { all, ids, rows } = selection;
  const more = all === null && matching > ids.size;
  const held = (kind: BulkKind) =>
    readOnlyReason ??
    (all !== null
      ? all > MOST
        ? `More than ${count(MOST)} match. Narrow the filter first.`
        : undefined
      : fitting(kind, rows) === 0
        ? "None of the selected routines is in a state for it."
        : undefined);
  const deleted = rows.every((row) => row.state.kind === "deleted") && rows.length > 0;
  const kinds = bulkKinds.filter((kind) => (kind === "restore") === deleted);
  const front = kinds.slice(0, narrow ? 2 : 3);
  const rest = kinds.filter((kind) => !front.includes(kind));
  return (
    <>
      {ids.size > 0 && (
        <section className={styles.bar} aria-label="Selected routines">
          <Checkbox label="Clear the selection" labelHidden checked onChange={selection.clear} />
          <span className={styles.chosen} role="status">
            {count(Math.min(selection.count, MOST))}
            {selection.count > MOST && "+"} selected
          </span>
          {front.map((kind) => (
            <Button
              key={kind}
              icon={verbs[kind].icon}
              disabledReason={held(kind)}
              onClick={() => setAsked(kind)}
            >
              {verbs[kind].label}…
            </Button>
          ))}
          <Button
            icon={FastForward}
            disabledReason={
              all !== null || deleted
                ? "Choose routines one by one that are not deleted."
                : undefined
            }
            onClick={() => go.simulate([...ids])}
          >
            {narrow ? "Ahead" : "What will happen?"}
          </Button>
          {rest.length > 0 && (
            <Menu
              trigger={
                <Button icon={Ellipsis} aria-label="More actions on the selected routines">
                  More
                </Button>
              }
              entries={[
                ...rest.map((kind) => ({
                  label: `${verbs[kind].label}…`,
                  icon: verbs[kind].icon,
                  tone: kind === "delete" ? ("danger" as const) : ("plain" as const),
                  disabledReason: held(kind),
                  onSelect: () => setAsked(kind),
                })),
                "rule" as const,
                ...others,
              ]}
            />
          )}
          <span className={styles.space} />
          {more && (
            <Button tone="quiet" onClick={selection.takeAll}>
              Select all {count(Math.min(matching, MOST))}
              {matching > MOST && "+"}
            </Button>
          )}
          <Button tone="quiet" onClick={selection.clear}>
            Clear <Kbd keys="Escape" />
          </Button>
        </section>
      )}
      {asked && <BulkDialog kind={asked} selection={selection} onClose={() => setAsked(null)} />}
    </>
  );
}
