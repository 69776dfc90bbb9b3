import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "./DataTable.module.css";
import { useDensity } from "./density";
import { SkeletonRows } from "./SkeletonRows";
import { TableHead } from "./TableHead";
import { type RowActs, TableRow } from "./TableRow";
import { TableTail, WideRow } from "./TableTail";
import type { DataTableProps } from "./table";
import { useTableKeys } from "./tableKeys";

const ROW = 42;
const COMPACT_ROW = 30;
/** However tall the window, no more rows than this stand in the document. */
const MOST_ROWS = 60;
/** How far before the end the next page is asked for, in pixels. */
const LOAD_AHEAD = 600;
/** From here on a person asks for more. */
export const LOAD_BY_HAND_AFTER = 500;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, selection, more, loading, instead } = props;
  const density = useDensity();
  const compact = props.compact ?? density === "compact";
  const scroller = useRef<HTMLDivElement>(null);
  const [ownCursor, setOwnCursor] = useState<string | null>(null);
  const cursor = props.cursor === undefined ? ownCursor : props.cursor;
  const ids = rows.map(rowId);
  const at = cursor === null ? -1 : ids.indexOf(cursor);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (compact ? COMPACT_ROW : ROW),
    getItemKey: (index) => ids[index] ?? index,
    overscan: 4,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan, first + MOST_ROWS - 2);
      const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
      // The cursor row stays in the document, or focus would be lost while scrolling.
      if (at >= 0 && (at < first || at > last)) shown.push(at);
      return shown;
    },
  });

  /** Not before the cursor is there: where it stands in the address it comes a moment later. */
  const wantsFocus = useRef<string | null>(null);
  function moveTo(index: number, focus = true) {
    const id = ids[index];
    if (id === undefined) return;
    setOwnCursor(id);
    props.onCursor?.(id);
    virtual.scrollToIndex(index);
    wantsFocus.current = focus ? id : null;
  }
  useLayoutEffect(() => {
    if (at < 0 || wantsFocus.current !== cursor) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`);
    row?.focus({ preventScroll: true });
    wantsFocus.current = null;
  });

  const withRow = (act: ((row: Row) => void) | undefined) =>
    act &&
    ((index: number) => {
      const row = rows[index];
      if (row !== undefined) act(row);
    });
  const open = withRow(props.onOpen);
  const pick = withRow(props.onPick);
  const keys = useTableKeys({
    ids,
    cursor,
    moveTo,
    open,
    peek: withRow(props.onPeek),
    selection,
    primary: props.primary ?? false,
  });

  const acts = useRef<RowActs>({ pick: () => {}, toggle: () => {} });
  acts.current = {
    pick: (index) => {
      moveTo(index);
      pick?.(index);
    },
    open,
    toggle: keys.toggle,
  };

  const size = virtual.getTotalSize();
  const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0);
  const nearEnd = rows.length > 0 && size - bottom < LOAD_AHEAD;
  const mayLoad = more?.has && !more.loading && rows.length < LOAD_BY_HAND_AFTER && !loading;
  const load = useRef(more?.load);
  load.current = more?.load;
  useEffect(() => {
    if (nearEnd && mayLoad) load.current?.();
  }, [nearEnd, mayLoad]);

  const tracks = [selection ? "15px" : "", ...columns.map((column) => column.width)].join(" ");
  const showsRows = !loading && instead === undefined;
  return (
    <div
      className={styles.table}
      role="grid"
      aria-label={label}
      aria-rowcount={more?.has ? -1 : rows.length + 1}
      aria-multiselectable={selection ? true : undefined}
      aria-busy={loading ? true : undefined}
      data-compact={compact || undefined}
      style={{ "--tracks": tracks } as React.CSSProperties}
    >
      <TableHead {...props} ids={ids} />
      <div ref={scroller} className={styles.scroller} role="rowgroup" onKeyDown={keys.onKeyDown}>
        {!showsRows && (
          <WideRow>
            {loading ? (
              <SkeletonRows
                tracks={tracks}
                columns={columns.length + (selection ? 1 : 0)}
                {...loading}
              />
            ) : (
              instead
            )}
          </WideRow>
        )}
        {showsRows && (
          <div className={styles.space} style={{ height: size }} role="presentation">
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (row === undefined) return null;
              return (
                <TableRow
                  key={item.key}
                  row={row}
                  id={rowId(row)}
                  index={item.index}
                  top={item.start}
                  columns={columns}
                  rowLabel={props.rowLabel}
                  cursor={item.index === at}
                  // Without a cursor Tab enters at the first row.
                  tabbable={at < 0 ? item.index === 0 : item.index === at}
                  selected={selection?.ids.has(rowId(row))}
                  dimmed={props.dimmed?.(row) ?? false}
                  acts={acts}
                />
              );
            })}
          </div>
        )}
        {showsRows && <TableTail more={more} note={props.note} loaded={rows.length} />}
      </div>
    </div>
  );
}
