import type { ReactNode } from "react";
import { Button } from "./Button";
import { LOAD_BY_HAND_AFTER } from "./DataTable";
import styles from "./DataTable.module.css";
import type { More } from "./table";

interface TableTailProps {
  more?: More;
  note?: ReactNode;
  loaded: number;
}

/** Under the last row: more is coming, more can be had, or what limits the list. */
export function TableTail({ more, note, loaded }: TableTailProps) {
  if (more?.has && loaded >= LOAD_BY_HAND_AFTER) {
    return (
      <WideRow className={styles.tail}>
        <Button size={24} busy={more.loading} onClick={more.load}>
          Load 50 more
        </Button>
      </WideRow>
    );
  }
  if (more?.has) return <WideRow className={styles.tail}>Loading more…</WideRow>;
  return note ? <WideRow className={styles.tail}>{note}</WideRow> : null;
}

/** What stands across all columns; inside a grid it is a row of one cell. */
export function WideRow({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="row" className={className}>
      <div role="gridcell">{children}</div>
    </div>
  );
}
