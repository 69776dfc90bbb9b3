import type { ReactNode } from "react";

/** What a table is told; the parts of DataTable share these. */

export interface Column<Row> {
  id: string;
  head: string;
  /** For columns whose head is only for screen readers. */
  headHidden?: boolean;
  /** A grid track: "minmax(140px, 1.3fr)", "108px". */
  width: string;
  /** Numbers stand at the right. */
  align?: "end";
  sortable?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface Sort {
  column: string;
  descending: boolean;
}

export interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

export interface More {
  has: boolean;
  loading: boolean;
  load: () => void;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The whole row as a sentence: "Supplier price watch, Alder Freight, backing off, 2 of 5". */
  rowLabel: (row: Row) => string;
  /** The row under the cursor; leave out to let the table remember it. */
  cursor?: string | null;
  onCursor?: (id: string) => void;
  /** A row was clicked; the cursor is there already. */
  onPick?: (row: Row) => void;
  onOpen?: (row: Row) => void;
  /** Space: opens or closes the inspector. */
  onPeek?: (row: Row) => void;
  selection?: Selection;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Rows that rest, such as routines that are off. */
  dimmed?: (row: Row) => boolean;
  more?: More;
  /** In the last row: what limits the result, or that this is the end. */
  note?: ReactNode;
  compact?: boolean;
  /** The one table of a page answers J, K and X wherever focus is. */
  primary?: boolean;
  loading?: { asking?: string; onStop?: () => void } | false;
  /** Instead of rows: an `Empty` or an `ErrorBand`. */
  instead?: ReactNode;
}

/** Ids between two rows, both included, in the order of the list. */
export function range(ids: readonly string[], from: string, to: string): string[] {
  const start = ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
