import { Checkbox } from "./Checkbox";
import styles from "./DataTable.module.css";
import type { Column } from "./table";

interface TableRowProps<Row> {
  row: Row;
  id: string;
  index: number;
  top: number;
  columns: readonly Column<Row>[];
  label: string;
  cursor: boolean;
  tabbable: boolean;
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  dimmed: boolean;
  onPick: (index: number) => void;
  onOpen?: (index: number) => void;
  onToggle: (id: string, extend: boolean) => void;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, index, columns, label, cursor, selected, onPick, onOpen, onToggle } = props;
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
      onClick={() => onPick(index)}
      onDoubleClick={() => onOpen?.(index)}
    >
      {selected !== undefined && (
        <div
          role="gridcell"
          className={styles.cell}
          onClickCapture={(event) => {
            event.stopPropagation();
            event.preventDefault();
            onToggle(id, event.shiftKey);
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
