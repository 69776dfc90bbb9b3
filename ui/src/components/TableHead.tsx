import { ChevronDown, ChevronUp } from "lucide-react";
import { Checkbox } from "./Checkbox";
import styles from "./DataTable.module.css";
import type { Column, DataTableProps, Sort } from "./table";

interface TableHeadProps<Row> extends DataTableProps<Row> {
  ids: readonly string[];
}

export function TableHead<Row>({ columns, ids, selection, sort, onSort }: TableHeadProps<Row>) {
  const chosen = ids.filter((id) => selection?.ids.has(id)).length;
  const all = ids.length > 0 && chosen === ids.length;
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.headRow} aria-rowindex={1}>
        {selection && (
          <div role="columnheader" className={`${styles.cell} ${styles.check}`}>
            <Checkbox
              label="Select all loaded rows"
              labelHidden
              checked={all}
              indeterminate={chosen > 0 && !all}
              onChange={() => selection.onChange(all ? new Set() : new Set(ids))}
            />
          </div>
        )}
        {columns.map((column) => (
          <Head key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const sorted = sort?.column === column.id;
  const descending = sorted && sort.descending;
  const Arrow = descending ? ChevronDown : ChevronUp;
  return (
    <div
      role="columnheader"
      className={styles.cell}
      data-align={column.align}
      data-sorted={sorted || undefined}
      aria-sort={sorted ? (descending ? "descending" : "ascending") : undefined}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort({ column: column.id, descending: sorted && !descending })}
        >
          {column.head}
          {sorted && <Arrow size={13} aria-hidden />}
        </button>
      ) : (
        <span className={column.headHidden ? "visually-hidden" : undefined}>{column.head}</span>
      )}
    </div>
  );
}
