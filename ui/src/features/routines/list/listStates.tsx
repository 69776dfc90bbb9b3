import { List, ListFilter, Plus, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/Button";
import { useNow, useZone } from "@/components/clock";
import { Empty } from "@/components/Empty";
import { ErrorBand } from "@/components/ErrorBand";
import { Stopped } from "@/components/Stopped";
import { clockTime, count, millis, span } from "@/components/time";
import { filterCount, narrowingNames, type RoutinesSearch } from "../search";
import type { RoutineListState } from "./useRoutineList";

interface Props {
  list: RoutineListState;
  search: RoutinesSearch;
  onClear: () => void;
  onNew: () => void;
  readOnlyReason?: string;
  connection: string;
}

/** What stands in place of rows: an error, nothing yet, nothing in this view, nothing that matches. */
export function insteadOfRows(props: Props): ReactNode | undefined {
  const { list, search, onClear, onNew, readOnlyReason } = props;
  if (list.error && list.rows.length === 0) {
    return (
      <ErrorBand
        title="Routines could not be read."
        onRetry={list.reload}
        retrying={list.isFetching}
        details={list.error.message}
      >
        {list.error.message}
      </ErrorBand>
    );
  }
  if (list.stopped) return <Stopped name={props.connection} onRetry={list.reload} />;
  if (list.rows.length > 0 || list.isLoading) return undefined;
  const filters = filterCount(search);
  const view = search.view ?? "all";
  if (filters > 0) {
    const hidden = list.counts?.[view] ?? 0;
    return (
      <Empty
        icon={ListFilter}
        title={`No routine matches ${filters === 1 ? "this filter" : `${filters} filters`}`}
        actions={
          <Button keys="Escape" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        {count(hidden)} {hidden === 1 ? "routine is" : "routines are"} hidden by{" "}
        {narrowingNames(search)}.
      </Empty>
    );
  }
  if (view !== "all") {
    return (
      <Empty icon={List} title={empty[view].title}>
        {empty[view].text}
      </Empty>
    );
  }
  return (
    <Empty
      icon={List}
      title="No routines yet"
      actions={
        <Button tone="primary" icon={Plus} disabledReason={readOnlyReason} onClick={onNew}>
          New routine
        </Button>
      }
    >
      A routine is an instruction with a time. Create the first one.
    </Empty>
  );
}

const empty = {
  failing: {
    title: "No routine is failing",
    text: "What backs off, is dead-lettered, was switched off or cannot fire stands here.",
  },
  off: { title: "No routine is off", text: "What a person has paused stands here." },
  manual: { title: "No manual routines", text: "What only fires by hand stands here." },
  deleted: {
    title: "No deleted routines",
    text: "What was deleted stays here, with its history, and can be restored.",
  },
};

/** Rows are there, but the newest answer failed: they stay readable, with their age. */
export function StaleBand({ list, connection }: { list: RoutineListState; connection: string }) {
  const now = useNow();
  const zone = useZone();
  if (!list.error || list.rows.length === 0 || list.answeredAt === null) return null;
  const age = span(now - millis(list.answeredAt));
  return (
    <Banner
      wide
      tone="warn"
      icon={Unplug}
      title={`Showing ${clockTime(list.answeredAt, zone, true)}, ${age} old.`}
      actions={
        <Button size={24} busy={list.isFetching} onClick={list.reload}>
          Try again
        </Button>
      }
    >
      {connection} is not answering. {list.error.message}
    </Banner>
  );
}
