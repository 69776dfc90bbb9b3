import { memo, type RefObject } from "react";
import { Checkbox } from "./Checkbox";
import styles from "./DataTable.module.css";
import type { Column } from "./table";

interface TableRowProps<Row> {
  row: Row;
  id: string;
  index: number;
  top: number;
  columns: readonly Column<Row>[];
  rowLabel: (row: Row) => string;
  cursor: boolean;
  tabbable: boolean;
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  dimmed: boolean;
  /** What the table does with it now; the same box each time. */
  acts: RefObject<RowActs>;
}

export interface RowActs {
  pick: (index: number) => void;
  open?: (index: number) => void;
  toggle: (id: string, extend: boolean) => void;
}

function Drawn<Row>(props: TableRowProps<Row>) {
  const { row, id, index, columns, rowLabel, cursor, selected, acts } = props;
  const label = rowLabel(row);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid answers the keys (tableKeys)
    <div
      role="row"
      className={styles.row}
      style={{ transform: `translateY(${props.top}px)` }}
      data-index={index}
      data-cursor={cursor || undefined}
      data-dimmed={props.dimmed || undefined}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-label={label}
      tabIndex={props.tabbable ? 0 : -1}
      onClick={() => acts.current.pick(index)}
      onDoubleClick={() => acts.current.open?.(index)}
    >
      {selected !== undefined && (
        <div
          role="gridcell"
          className={`${styles.cell} ${styles.check}`}
          onClickCapture={(event) => {
            event.stopPropagation();
            event.preventDefault();
            acts.current.toggle(id, event.shiftKey);
          }}
        >
          <Checkbox
            label={`Select ${label}`}
            labelHidden
            checked={selected}
            onChange={() => {}}
            tabIndex={-1}
          />
        </div>
      )}
      {columns.map((column) => (
        <div key={column.id} role="gridcell" className={styles.cell} data-align={column.align}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** Drawn anew only when it changes itself: at each step of scrolling the others stay as they are. */
export const TableRow = memo(Drawn) as typeof Drawn;
