import { useQuery } from "@tanstack/react-query";
import { ExternalLink, X } from "lucide-react";
import { type RoutineRow, reads } from "@/backend";
import { IconButton } from "@/components/Button";
import { ErrorBand } from "@/components/ErrorBand";
import { SkeletonRows } from "@/components/SkeletonRows";
import { ActionButtons } from "../actions/ActionButtons";
import { useGo } from "../addresses";
import styles from "./Inspector.module.css";
import { RoutineFacts } from "./RoutineFacts";
import { Several } from "./Several";

interface Props {
  id: string;
  /** The chosen rows of the list; several are summed up above the one. */
  chosen: readonly RoutineRow[];
  onClose: () => void;
}

/** One routine beside the list; its full page shows the same. */
export function Inspector({ id, chosen, onClose }: Props) {
  const { data, error, isPending, isFetching, refetch } = useQuery(reads.routine(id));
  const go = useGo();
  return (
    <aside className={styles.inspector} aria-label={data ? data.row.name : "Routine"}>
      {chosen.length > 1 && <Several rows={chosen} />}
      <header className={styles.head}>
        <div className={styles.titleRow}>
          <h2 className={styles.title}>{data?.row.name}</h2>
          <IconButton
            size={24}
            icon={ExternalLink}
            label="Open the full page"
            onClick={() => go.page(id)}
          />
          <IconButton size={24} icon={X} label="Close the inspector" onClick={onClose} />
        </div>
        {data && (
          <>
            <p className={styles.owner}>
              {data.row.tenant_name} · {data.row.owner} · revision {data.row.revision}
            </p>
            <ActionButtons row={data.row} />
          </>
        )}
      </header>
      <div className={styles.body}>
        {isPending && <SkeletonRows rows={5} tracks="1fr" columns={1} />}
        {error && (
          <ErrorBand
            title={data ? "This is not current." : "The routine could not be read."}
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {error.message}
          </ErrorBand>
        )}
        {data && <RoutineFacts detail={data} />}
      </div>
    </aside>
  );
}
