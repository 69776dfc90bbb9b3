import { useQuery } from "@tanstack/react-query";
import { CircleHelp } from "lucide-react";
import { type RunDetail, reads } from "@/backend";
import { Button } from "@/components/Button";
import { Card } from "@/components/Card";
import { ErrorBand } from "@/components/ErrorBand";
import { Explanation } from "@/components/Explanation";
import { SkeletonRows } from "@/components/SkeletonRows";
import styles from "./RunPage.module.css";
import { useWhy } from "./useWhy";

/** The checks behind the answer, for what had a planned time; its own page has the neighbours. */
export function Why({ run }: { run: RunDetail }) {
  const { open, reason } = useWhy(run.row);
  return (
    <Card
      flush
      title="Why did it (not) fire?"
      end={
        <Button size={24} icon={CircleHelp} keys="w" disabledReason={reason} onClick={open}>
          Explain
        </Button>
      }
    >
      {run.row.scheduled_for === null ? (
        <p className={styles.why}>{reason}</p>
      ) : (
        <Checks routineId={run.row.routine_id} at={run.row.scheduled_for} />
      )}
    </Card>
  );
}

function Checks({ routineId, at }: { routineId: string; at: string }) {
  const { data, error, isFetching, refetch } = useQuery(reads.explanation(routineId, at));
  if (data) return <Explanation answer={data.answer} checks={data.checks} />;
  if (!error) return <SkeletonRows rows={4} columns={3} tracks="1fr 2fr 60px" />;
  return (
    <ErrorBand
      title="The explanation could not be read."
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      {error.message}
    </ErrorBand>
  );
}
