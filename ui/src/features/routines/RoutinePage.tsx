import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { reads } from "@/backend";
import { ErrorBand } from "@/components/ErrorBand";
import { PageHead } from "@/components/PageHead";
import { SkeletonRows } from "@/components/SkeletonRows";
import { StatePill } from "@/components/StatePill";
import { ActionButtons } from "./actions/ActionButtons";
import { RoutineActions } from "./actions/RoutineActions";
import { useRoutineCommands } from "./actions/useRoutineCommands";
import { RoutineFacts } from "./inspector/RoutineFacts";
import styles from "./RoutinePage.module.css";

/** What the inspector shows, across the page. */
export function RoutinePage() {
  const { id = "" } = useParams({ strict: false });
  return (
    <RoutineActions>
      <Page id={id} />
    </RoutineActions>
  );
}

function Page({ id }: { id: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(reads.routine(id));
  useRoutineCommands(data?.row);
  return (
    <>
      <PageHead
        title={data?.row.name ?? "Routine"}
        fact={
          data && (
            <>
              <StatePill state={data.row.state.kind} />
              {data.row.tenant_name} · {data.row.owner} · revision {data.row.revision}
            </>
          )
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
        {data && <RoutineFacts wide detail={data} />}
      </div>
    </>
  );
}
