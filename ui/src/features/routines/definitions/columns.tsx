import { Link } from "@tanstack/react-router";
import type { DefinitionRow } from "@/backend";
import { Button } from "@/components/Button";
import { RelativeTime } from "@/components/Time";
import { TwoLine } from "@/components/TwoLine";
import type { Column } from "@/components/table";
import { count } from "@/components/time";
import { launcherKinds } from "../editor/launcherKinds";
import { launcherTarget } from "../policies";
import styles from "./Definitions.module.css";

export interface RowActions {
  readOnlyReason?: string;
  isBusy: (id: string) => boolean;
  edit: (row: DefinitionRow) => void;
  test: (row: DefinitionRow) => void;
  turn: (row: DefinitionRow) => void;
}

export function columnsOf(actions: RowActions): readonly Column<DefinitionRow>[] {
  return [
    {
      id: "name",
      head: "Definition",
      width: "minmax(150px, 1fr)",
      cell: (row) => (
        <TwoLine strong detail={row.tenant_name}>
          {row.name}
        </TwoLine>
      ),
    },
    {
      id: "launcher",
      head: "Launcher",
      width: "minmax(150px, 1.4fr)",
      cell: (row) => (
        <TwoLine detail={<code>{launcherTarget(row)}</code>}>{launcherLabel(row)}</TwoLine>
      ),
    },
    {
      id: "state",
      head: "State",
      width: "minmax(110px, 0.7fr)",
      cell: (row) =>
        row.disabled_at === null ? (
          "Enabled"
        ) : (
          <TwoLine
            tone="warn"
            detail={
              <>
                since <RelativeTime at={row.disabled_at} />
              </>
            }
          >
            Disabled
          </TwoLine>
        ),
    },
    {
      id: "used",
      head: "Used by",
      width: "96px",
      cell: (row) => <UsedBy row={row} />,
    },
    {
      id: "actions",
      head: "Actions",
      headHidden: true,
      width: "236px",
      align: "end",
      cell: (row) => <Actions row={row} {...actions} />,
    },
  ];
}

export function launcherLabel({ launcher }: DefinitionRow): string {
  return launcherKinds.find(({ value }) => value === launcher.launcher)?.label ?? "unknown";
}

export function UsedBy({ row }: { row: DefinitionRow }) {
  if (row.used_by === 0) return <span className={styles.muted}>no routine</span>;
  return (
    <Link to="/routines" search={{ definition: row.id }}>
      {count(row.used_by)} {row.used_by === 1 ? "routine" : "routines"}
    </Link>
  );
}

/** Clicks here do not pick the row. */
function Actions({
  row,
  readOnlyReason,
  isBusy,
  edit,
  test,
  turn,
}: RowActions & { row: DefinitionRow }) {
  const disabled = row.disabled_at !== null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the controls inside answer the keys
    <span
      className={styles.actions}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Button size={24} aria-label={`Edit ${row.name}`} onClick={() => edit(row)}>
        Edit…
      </Button>
      <Button
        size={24}
        aria-label={`Test ${row.name}`}
        disabledReason={
          readOnlyReason ?? (disabled ? "It is disabled. Enable it first." : undefined)
        }
        onClick={() => test(row)}
      >
        Test…
      </Button>
      <Button
        size={24}
        aria-label={`${disabled ? "Enable" : "Disable"} ${row.name}`}
        busy={isBusy(row.id)}
        disabledReason={readOnlyReason}
        onClick={() => turn(row)}
      >
        {disabled ? "Enable" : "Disable…"}
      </Button>
    </span>
  );
}
