import { useQuery } from "@tanstack/react-query";
import { Building2, LayoutGrid, Rows3 } from "lucide-react";
import { useState } from "react";
import { type FailureGroup, type FailureGrouping, type FailureLane, reads } from "@/backend";
import { ErrorBand } from "@/components/ErrorBand";
import { PageHead } from "@/components/PageHead";
import { Segment } from "@/components/Segment";
import { SkeletonRows } from "@/components/SkeletonRows";
import styles from "./FailuresPage.module.css";
import { Lane } from "./Lane";
import { counted } from "./laneWords";
import { ReviveDialog } from "./revive/ReviveDialog";
import { RunningPlans } from "./revive/RunningPlans";
import { readDraft } from "./search";
import { useFailuresSearch } from "./useFailuresSearch";
import { useGroupCommands } from "./useGroupCommands";
import { useHeldGroups } from "./useHeldGroups";
import { useTryNow } from "./useTryNow";

const PAGE = 50;
const MOST = 200;

const groupings = [
  { value: "error", label: "By error", icon: LayoutGrid },
  { value: "tenant", label: "By tenant", icon: Building2 },
  { value: "one", label: "One by one", icon: Rows3 },
] as const;

/** What is retrying, what gave up, what was switched off, and how to bring it back. */
export function FailuresPage() {
  const { lane, search, change, toLane } = useFailuresSearch();
  const [limit, setLimit] = useState(PAGE);
  const tryNow = useTryNow();
  const [pointing, setPointing] = useState(false);
  const by: FailureGrouping = search.by ?? "error";
  const query = { by, tenant_id: search.tenant ?? null, limit };
  const { data, error, isFetching, refetch } = useQuery(reads.failures(query));
  const held = pointing || search.sel !== undefined;
  const groups: Record<FailureLane, readonly FailureGroup[]> = {
    retrying: useHeldGroups(groupsOf(data?.lanes, "retrying"), held),
    dead: useHeldGroups(groupsOf(data?.lanes, "dead"), held),
    off: useHeldGroups(groupsOf(data?.lanes, "off"), held),
  };
  const revive = (of: FailureLane) => (group: FailureGroup) =>
    change({ revive: `${of}:${group.error?.fingerprint ?? ""}` }, false);
  useGroupCommands({
    lane,
    groups: groups[lane],
    selected: groups[lane].find((group) => group.key === search.sel),
    onLane: (next) => toLane(next, groups[next][0]?.key),
    onSelect: (sel) => change({ sel }),
    onRevive: revive(lane),
    onTry: tryNow.ask,
  });
  const draft = search.revive === undefined ? null : readDraft(search.revive);
  return (
    <>
      <PageHead
        title="Failures"
        fact={data && `${counted(data.routines, "routine")}, ${counted(data.errors, "error")}`}
        actions={
          <Segment
            label="Put together"
            value={by}
            options={groupings}
            onChange={(next) =>
              change({ by: next === "error" ? undefined : next, sel: undefined }, false)
            }
          />
        }
      />
      <div className={styles.bands}>
        {error && (
          <ErrorBand
            title="The failures could not be read."
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {error.message}
          </ErrorBand>
        )}
        <RunningPlans />
      </div>
      {!data && !error && <SkeletonRows columns={3} tracks="1fr 1fr 1fr" />}
      {data && (
        <div
          className={styles.lanes}
          onPointerEnter={() => setPointing(true)}
          onPointerLeave={() => setPointing(false)}
        >
          {data.lanes.map((page) => (
            <Lane
              key={page.lane}
              page={page}
              groups={groups[page.lane]}
              current={page.lane === lane}
              selected={search.sel}
              offByPerson={data.off_by_person}
              onSelect={(sel) => {
                if (page.lane !== lane || sel !== search.sel) toLane(page.lane, sel);
              }}
              onRevive={revive(page.lane)}
              tryNow={tryNow}
              onMore={() => setLimit(Math.min(limit + PAGE, MOST))}
            />
          ))}
        </div>
      )}
      {tryNow.dialog}
      {draft && (
        <ReviveDialog
          scope={{
            lane: draft.lane,
            fingerprint: draft.error || null,
            tenant_id: search.tenant ?? null,
            routines: [],
          }}
          onClose={() => change({ revive: undefined })}
        />
      )}
    </>
  );
}

function groupsOf(
  lanes: readonly { lane: FailureLane; groups: readonly FailureGroup[] }[] | undefined,
  lane: FailureLane,
): readonly FailureGroup[] {
  return lanes?.find((page) => page.lane === lane)?.groups ?? [];
}
