import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ListFilter, NotebookText } from "lucide-react";
import { useMemo, useState } from "react";
import { reads, useConnection } from "@/backend";
import { Button } from "@/components/Button";
import { useReadNow, useZone } from "@/components/clock";
import { useCommands } from "@/components/commands";
import { DataTable } from "@/components/DataTable";
import { Empty } from "@/components/Empty";
import { ErrorBand } from "@/components/ErrorBand";
import { replacesEntry } from "@/components/entries";
import { PageHead } from "@/components/PageHead";
import { Stopped } from "@/components/Stopped";
import { absolute, count } from "@/components/time";
import { useHeldRows } from "@/components/useHeldRows";
import { columns } from "./columns";
import { Entry } from "./Entry";
import { Filters } from "./Filters";
import styles from "./Journal.module.css";
import { CLEARED, isNarrowed, type JournalSearch, queryOf, readSearch } from "./search";
import { deed, subjectName } from "./words";

/** Who changed what, when, and from what to what. */
export function JournalPage() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const search = useMemo(() => readSearch(raw), [raw]);
  const navigate = useNavigate();
  const readNow = useReadNow();
  const zone = useZone();
  const { name } = useConnection();
  const [hovered, setHovered] = useState(false);
  const { sel: _, ...filters } = search;
  const question = JSON.stringify(filters);
  // A range begins where it began when it was chosen: the list is not another one each minute.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` stands for the filters
  const query = useMemo(() => queryOf(filters, readNow()), [question]);
  const asked = reads.journalPages(query);
  const read = useInfiniteQuery(asked);
  const queries = useQueryClient();
  const stop = () => void queries.cancelQueries({ queryKey: asked.queryKey });
  const fresh = useMemo(() => read.data?.pages.flatMap((page) => page.rows) ?? [], [read.data]);
  const list = JSON.stringify([query, read.isPlaceholderData]);
  const held = hovered || search.sel !== undefined;
  const { rows, newer, apply } = useHeldRows(fresh, held, list);
  const chosen = rows.find((row) => row.id === search.sel);

  const change = (part: Partial<JournalSearch>) =>
    void navigate({
      to: ".",
      search: ((before: Record<string, unknown>) => ({ ...readSearch(before), ...part })) as never,
      replace: replacesEntry(part),
    });
  const clear = () => change(CLEARED);
  const narrow = (part: Partial<JournalSearch>) => change({ ...part, sel: undefined });
  const narrowed = isNarrowed(search);
  useCommands([
    ...(search.sel !== undefined
      ? [
          {
            id: "journal.close",
            label: "Close the entry",
            keys: "Escape",
            run: () => change({ sel: undefined }),
          },
        ]
      : narrowed
        ? [
            {
              id: "journal.clear",
              label: "Clear filters",
              keys: "Escape",
              hint: "clear",
              run: clear,
            },
          ]
        : []),
    ...(newer > 0
      ? [{ id: "journal.newer", label: `Show ${newer} newer entries`, keys: "l", run: apply }]
      : []),
  ]);
  const band = read.isError && (
    <div className={styles.band}>
      <ErrorBand
        title="The journal could not be read."
        onRetry={() => void read.refetch()}
        retrying={read.isFetching}
      >
        {read.error.message}
      </ErrorBand>
    </div>
  );
  return (
    <>
      <PageHead
        title="Journal"
        fact={
          rows.length > 0 && (
            <span>
              {read.hasNextPage ? `the newest ${count(rows.length)} changes` : changes(rows.length)}
            </span>
          )
        }
      />
      <Filters search={search} change={narrow} rows={rows} newer={newer} onNewer={apply} />
      {rows.length > 0 && band}
      <div className={styles.body}>
        <div
          className={styles.list}
          onPointerEnter={() => setHovered(true)}
          onPointerLeave={() => setHovered(false)}
        >
          <DataTable
            key={question}
            primary
            label="Journal"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            rowLabel={(row) =>
              `${deed(row.kind).label} ${subjectName(row)}, by ${row.actor}, ${absolute(row.at, readNow(), zone, true)}`
            }
            cursor={search.sel ?? null}
            onCursor={(id) => change({ sel: id })}
            onPeek={(row) => change({ sel: row.id === search.sel ? undefined : row.id })}
            loading={
              read.isPending && read.fetchStatus !== "idle" && { asking: name, onStop: stop }
            }
            instead={
              rows.length > 0 ? undefined : read.isPending ? (
                <Stopped name={name} onRetry={() => void read.refetch()} />
              ) : read.isSuccess ? (
                <Nothing narrowed={narrowed} onClear={clear} />
              ) : (
                band || undefined
              )
            }
            more={{
              has: read.hasNextPage && !read.isFetchNextPageError,
              loading: read.isFetchingNextPage,
              load: () => void read.fetchNextPage(),
            }}
            note={!read.hasNextPage && `${changes(rows.length)} in all`}
          />
        </div>
        {chosen && (
          <Entry row={chosen} onNarrow={narrow} onClose={() => change({ sel: undefined })} />
        )}
      </div>
    </>
  );
}

function changes(number: number): string {
  return number === 1 ? "1 change" : `${count(number)} changes`;
}

function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (!narrowed) {
    return (
      <Empty icon={NotebookText} title="No changes yet">
        Every change by a person or by the scheduler is written down here, with what was before.
      </Empty>
    );
  }
  return (
    <Empty
      icon={ListFilter}
      title="No change matches these filters"
      actions={
        <Button keys="Escape" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Other changes are hidden by what, of whom, by whom or time.
    </Empty>
  );
}
