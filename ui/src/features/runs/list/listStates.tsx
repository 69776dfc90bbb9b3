import { Link } from "@tanstack/react-router";
import { ListFilter, ListVideo } from "lucide-react";
import type { CommandFailure } from "@/backend";
import { Button } from "@/components/Button";
import { useNow, useZone } from "@/components/clock";
import { Empty } from "@/components/Empty";
import { ErrorBand } from "@/components/ErrorBand";
import { AbsoluteTime } from "@/components/Time";
import { isLimited, windowSaid } from "../ranges";
import { filterNames, type RunsSearch } from "../search";
import styles from "./listStates.module.css";

interface StateProps {
  search: RunsSearch;
  onClear: () => void;
  onShowAll: () => void;
}

/** Why the list has no rows, and the one thing to do about it. */
export function NoRuns({ search, onClear, onShowAll }: StateProps) {
  const now = useNow();
  const zone = useZone();
  const names = filterNames(search);
  if (names.length > 0) {
    const filters = names.length === 1 ? "this filter" : `${names.length} filters`;
    return (
      <Empty
        icon={ListFilter}
        title={`No run matches ${filters}`}
        actions={
          <>
            <Button keys="Escape" onClick={onClear}>
              Clear filters
            </Button>
            {isLimited(search) && search.q === undefined && (
              <Button onClick={onShowAll}>Search all time</Button>
            )}
          </>
        }
      >
        {`Runs are hidden by ${listed(names)}. ${isLimited(search) ? `Looked at: ${windowSaid(search, now, zone)}.` : ""}`}
      </Empty>
    );
  }
  if (isLimited(search)) {
    return (
      <Empty
        icon={ListVideo}
        title={`No runs in ${windowSaid(search, now, zone)}`}
        actions={<Button onClick={onShowAll}>Show all</Button>}
      >
        Older ones are kept as long as the tenant’s policy says.
      </Empty>
    );
  }
  return (
    <Empty icon={ListVideo} title="No runs yet" actions={<Link to="/routines">Open Routines</Link>}>
      A run is one attempt at a planned time, or one start by hand. The first fire of a routine
      appears here, also when it is missed or skipped.
    </Empty>
  );
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

interface UnreadProps {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
  /** Rows of an earlier answer are still shown. */
  rowsStay: boolean;
}

export function Unread({ error, retrying, onRetry, rowsStay }: UnreadProps) {
  const { code } = error as Partial<CommandFailure>;
  return (
    <div className={styles.band}>
      <ErrorBand
        title="Runs could not be read."
        onRetry={onRetry}
        retrying={retrying}
        details={code && `Code: ${code}`}
      >
        {rowsStay ? `${error.message} The rows below are from before.` : error.message}
      </ErrorBand>
    </div>
  );
}

interface TailProps extends Omit<StateProps, "onClear"> {
  loaded: number;
}

/** A search looks through so many runs at a time: how far back it has come, and on from there. */
export function SearchedTo({ at, onMore }: { at: string; onMore: () => void }) {
  return (
    <span className={styles.tail}>
      <span>
        Looked through the runs back to <AbsoluteTime at={at} />.
      </span>
      <Button size={24} tone="quiet" onClick={onMore}>
        Look further back
      </Button>
    </span>
  );
}

/** The last row: what limits the list, or that it is complete. */
export function Tail({ search, loaded, onShowAll }: TailProps) {
  const now = useNow();
  const zone = useZone();
  // Without a beginning in time it would be refused.
  if (search.q) return <>Searched only {windowSaid(search, now, zone)}.</>;
  if (!isLimited(search)) return <>{loaded === 1 ? "1 run in all" : `${loaded} runs in all`}</>;
  return (
    <span className={styles.tail}>
      Only {windowSaid(search, now, zone)}.
      <Button size={24} tone="quiet" onClick={onShowAll}>
        Show all
      </Button>
    </span>
  );
}
