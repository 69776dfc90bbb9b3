import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type RunRow, reads } from "@/backend";
import { Button } from "@/components/Button";
import { useNow, useReadNow, useZone } from "@/components/clock";
import { useCommands } from "@/components/commands";
import { DataTable } from "@/components/DataTable";
import { PageHead } from "@/components/PageHead";
import { Stopped } from "@/components/Stopped";
import { count } from "@/components/time";
import { useWhy } from "./detail/useWhy";
import { columns } from "./list/columns";
import { NoRuns, SearchedTo, Tail, Unread } from "./list/listStates";
import { RunFilters } from "./list/RunFilters";
import { useRunList } from "./list/useRunList";
import styles from "./RunsPage.module.css";
import { isLimited, windowSaid } from "./ranges";
import { CLEARED, filterNames, type RunsSearch } from "./search";
import { useRunsSearch } from "./useRunsSearch";
import { rowLabel } from "./words";

/** What happened: history, newest first, narrowed by what the address says. */
export function RunsPage() {
  const { search, change } = useRunsSearch();
  const [hovered, setHovered] = useState(false);
  const { read, list, rows, newer, apply, stop } = useRunList(
    search,
    hovered || search.sel !== undefined,
  );
  const { data: app } = useQuery(reads.appStatus());
  const navigate = useNavigate();
  const readNow = useReadNow();
  const zone = useZone();

  const narrow = (part: Partial<RunsSearch>) => change({ ...part, sel: undefined });
  const showAll = () => narrow({ from: "all", to: undefined });
  const clear = () => narrow(CLEARED);
  const filtered = filterNames(search).length > 0;
  const why = useWhy(rows.find((row) => row.id === search.sel));
  useCommands([
    why.command,
    ...(filtered
      ? [{ id: "runs.clear", label: "Clear filters", keys: "Escape", hint: "clear", run: clear }]
      : []),
    ...(newer > 0
      ? [{ id: "runs.newer", label: `Show ${newer} newer runs`, keys: "l", run: apply }]
      : []),
  ]);
  const open = (row: RunRow) =>
    void navigate({
      to: "/runs/$runId",
      params: { runId: row.id },
      search: { tenant: search.tenant },
    });

  const unread = read.isError && (
    <Unread
      error={read.error}
      retrying={read.isFetching}
      onRetry={() => void (read.isFetchNextPageError ? read.fetchNextPage() : read.refetch())}
      rowsStay={rows.length > 0}
    />
  );
  const searchedTo = read.data?.pages.at(-1)?.searched_to ?? undefined;
  const empty = read.isSuccess && rows.length === 0 && searchedTo === undefined;
  return (
    <>
      <PageHead
        title="Runs"
        fact={
          rows.length > 0 && <Loaded search={search} loaded={rows.length} more={read.hasNextPage} />
        }
        actions={
          filtered && (
            <Button tone="quiet" keys="Escape" onClick={clear}>
              Clear filters
            </Button>
          )
        }
      />
      <RunFilters
        search={search}
        change={narrow}
        routineName={rows.find((row) => row.routine_id === search.routine)?.routine_name}
        newer={newer}
        onNewer={apply}
      />
      {rows.length > 0 && unread}
      <div
        className={styles.list}
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
      >
        <DataTable
          key={list}
          primary
          label="Runs"
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          rowLabel={(row) => rowLabel(row, readNow(), zone)}
          cursor={search.sel ?? null}
          onCursor={(id) => change({ sel: id })}
          onOpen={open}
          loading={
            read.isPending &&
            read.fetchStatus !== "idle" && { asking: app?.connection?.name, onStop: stop }
          }
          instead={
            rows.length > 0 ? undefined : read.isPending ? (
              <Stopped name={app?.connection?.name} onRetry={() => void read.refetch()} />
            ) : empty ? (
              <NoRuns search={search} onClear={clear} onShowAll={showAll} />
            ) : (
              unread || undefined
            )
          }
          more={{
            // After a refusal a person asks again; asking by itself would not end. Nor does a search
            // go through everything by itself.
            has: read.hasNextPage && !read.isFetchNextPageError && searchedTo === undefined,
            loading: read.isFetchingNextPage,
            load: () => void read.fetchNextPage(),
          }}
          note={
            searchedTo !== undefined ? (
              <SearchedTo at={searchedTo} onMore={() => void read.fetchNextPage()} />
            ) : (
              !read.hasNextPage && <Tail search={search} loaded={rows.length} onShowAll={showAll} />
            )
          }
        />
      </div>
    </>
  );
}

interface LoadedProps {
  search: RunsSearch;
  loaded: number;
  more: boolean;
}

/** "148 runs in the last 7 days", or how many of the newest are here. */
function Loaded({ search, loaded, more }: LoadedProps) {
  const now = useNow();
  const zone = useZone();
  const within = isLimited(search) ? ` in ${windowSaid(search, now, zone)}` : "";
  if (more) return <span>{`the newest ${count(loaded)}${within}`}</span>;
  return <span>{`${count(loaded)} ${loaded === 1 ? "run" : "runs"}${within}`}</span>;
}
