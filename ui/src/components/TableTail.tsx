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
      <Tail>
        <Button size={24} busy={more.loading} onClick={more.load}>
          Load 50 more
        </Button>
      </Tail>
    );
  }
  if (more?.has) return <Tail>Loading more…</Tail>;
  return note ? <Tail>{note}</Tail> : null;
}

function Tail({ children }: { children: ReactNode }) {
  return (
    <div role="row">
      <div role="gridcell" className={styles.tail}>
        {children}
      </div>
    </div>
  );
}
