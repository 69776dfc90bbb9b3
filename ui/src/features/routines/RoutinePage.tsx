import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { reads } from "@/backend";
import { ErrorBand } from "@/components/ErrorBand";
import { PageHead } from "@/components/PageHead";
import { Segment } from "@/components/Segment";
import { SkeletonRows } from "@/components/SkeletonRows";
import { StatePill } from "@/components/StatePill";
import { ActionButtons } from "./actions/ActionButtons";
import { RoutineActions } from "./actions/RoutineActions";
import { useRoutineCommands } from "./actions/useRoutineCommands";
import { RoutineFacts } from "./inspector/RoutineFacts";
import { Changes } from "./page/Changes";
import { Fires } from "./page/Fires";
import { Health } from "./page/Health";
import styles from "./RoutinePage.module.css";

type Part = "overview" | "fires" | "changes";

const parts = [
  { value: "overview", label: "Overview" },
  { value: "fires", label: "Fires" },
  { value: "changes", label: "Changes" },
] as const;

const addresses = {
  overview: "/routines/$id",
  fires: "/routines/$id/fires",
  changes: "/routines/$id/changes",
} as const;

/** What the inspector shows, across the page, and what needs the room: fires and changes. */
export function RoutinePage({ part = "overview" }: { part?: Part }) {
  const { id = "" } = useParams({ strict: false });
  return (
    <RoutineActions>
      <Page id={id} part={part} />
    </RoutineActions>
  );
}

function Page({ id, part }: { id: string; part: Part }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(reads.routine(id));
  const navigate = useNavigate();
  useRoutineCommands(data?.row);
  return (
    <>
      <PageHead
        title={data?.row.name ?? "Routine"}
        fact={
          data && (
            <>
              <StatePill state={data.row.state.kind} />
              <span>
                {data.row.tenant_name} · {data.row.owner} · revision {data.row.revision}
              </span>
            </>
          )
        }
        views={
          <Segment
            label="Part"
            look="views"
            value={part}
            options={parts}
            onChange={(next) => void navigate({ to: addresses[next], params: { id } })}
          />
        }
        actions={data && <ActionButtons row={data.row} />}
      />
      <div className={styles.body}>
        {isPending && <SkeletonRows rows={8} tracks="1fr 1fr" columns={2} />}
        {error && (
          <ErrorBand
            title={data ? "This is not current." : "The routine could not be read."}
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {error.message}
          </ErrorBand>
        )}
        {data && part === "overview" && (
          <>
            <Health id={id} />
            <RoutineFacts wide detail={data} />
          </>
        )}
        {data && part === "fires" && <Fires detail={data} />}
        {data && part === "changes" && <Changes id={id} />}
      </div>
    </>
  );
}
