import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Globe, Plus } from "lucide-react";
import { reads, useConnection } from "@/backend";
import { Button } from "@/components/Button";
import { useNow, useZone } from "@/components/clock";
import { useCommands } from "@/components/commands";
import { ErrorBand } from "@/components/ErrorBand";
import { PageHead } from "@/components/PageHead";
import { SkeletonRows } from "@/components/SkeletonRows";
import { longDate } from "@/components/time";
import { Attention } from "./Attention";
import { AxisCard } from "./AxisCard";
import { FailingAwaited, FailingNow } from "./FailingNow";
import { RecentRuns } from "./RecentRuns";
import { readSearch } from "./search";
import styles from "./TodayPage.module.css";
import { useBringBack } from "./useBringBack";

/** Is the scheduler alive, what needs me, what fires next? */
export function TodayPage() {
  const { tenant } = readSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const queries = useQueryClient();
  const asked = reads.today(tenant ?? null);
  const day = useQuery(asked);
  const line = useQuery(reads.timeline(tenant ?? null));
  const scheduler = useQuery(reads.scheduler(true));
  const { readOnlyReason, name } = useConnection();
  const bringBack = useBringBack();
  const navigate = useNavigate();
  const zone = useZone();
  const create = () => void navigate({ to: "/routines/new", search: { tenant } });
  useCommands([
    {
      id: "today.new",
      label: "New routine",
      icon: Plus,
      keys: "n",
      hint: "new",
      disabledReason: readOnlyReason,
      run: create,
    },
    {
      id: "today.failing",
      label: "Failing routines",
      keys: "f",
      hint: "failing",
      run: () => void navigate({ to: "/routines", search: { view: "failing", tenant } }),
    },
  ]);
  const attention = day.data?.attention;
  return (
    <>
      <PageHead
        title="Today"
        fact={<Day />}
        actions={
          <>
            <Button
              icon={Globe}
              title="Times are shown in this zone"
              onClick={() => void navigate({ to: "/settings" })}
            >
              {zone}
            </Button>
            <Button
              tone="primary"
              icon={Plus}
              keys="n"
              disabledReason={readOnlyReason}
              onClick={create}
            >
              New routine
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        {day.error && (
          <ErrorBand
            title="What needs you could not be read."
            onRetry={() => void day.refetch()}
            retrying={day.isFetching}
          >
            {day.error.message}
          </ErrorBand>
        )}
        {day.isPending && day.fetchStatus === "idle" && (
          <ErrorBand title="Stopped asking." onRetry={() => void day.refetch()}>
            {`${name} had not answered yet.`}
          </ErrorBand>
        )}
        {day.isPending && day.fetchStatus !== "idle" && (
          <SkeletonRows
            rows={2}
            tracks="2fr 1fr 1fr 1fr 1fr 1fr"
            columns={6}
            asking={name}
            onStop={() => void queries.cancelQueries({ queryKey: asked.queryKey })}
          />
        )}
        {day.data && (
          <Attention day={day.data} line={line.data} scheduler={scheduler.data} tenant={tenant} />
        )}
        <AxisCard read={line} cause={day.data?.shared_cause ?? null} tenant={tenant} />
        <div className={styles.halves}>
          {day.data && attention && (
            <FailingNow
              rows={day.data.failing}
              of={attention.routines}
              tenant={tenant}
              bringBack={bringBack}
              counts={{
                backing_off: attention.backing_off,
                dead_lettered: attention.dead_lettered,
                switched_off: attention.switched_off,
                cannot_fire: attention.cannot_fire,
              }}
            />
          )}
          {!day.data && <FailingAwaited />}
          <RecentRuns tenant={tenant} />
        </div>
      </div>
      {bringBack.dialog}
    </>
  );
}

/** "Thursday 22 October" */
function Day() {
  const now = useNow();
  const zone = useZone();
  return <span>{longDate(now, zone)}</span>;
}
