import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Square, Undo2 } from "lucide-react";
import { failure, type RevivePlan, reads, useConnection, useWrite } from "@/backend";
import { Button } from "@/components/Button";
import { ErrorBand } from "@/components/ErrorBand";
import { PageHead } from "@/components/PageHead";
import { SkeletonRows } from "@/components/SkeletonRows";
import { AbsoluteTime, RelativeTime } from "@/components/Time";
import { useToasts } from "@/components/Toast";
import { useGo } from "../addresses";
import { PlanItems } from "./PlanItems";
import { planWord } from "./planWords";
import styles from "./Revive.module.css";

/** A plan under way, or its report: it goes on without this window, and is stopped or undone here. */
export function PlanPage() {
  const { planId } = useParams({ strict: false }) as { planId: string };
  const { data: plan, error, isFetching, refetch } = useQuery(reads.revivePlan(planId));
  const go = useGo();
  return (
    <>
      <PageHead
        title="Revive plan"
        fact={plan?.subject}
        actions={
          <>
            <Button onClick={go.failures}>All failures</Button>
            {plan && <PlanActions plan={plan} />}
          </>
        }
      />
      <div className={styles.page}>
        {error && (
          <ErrorBand
            title="The plan could not be read."
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {error.message}
          </ErrorBand>
        )}
        {!plan && !error && <SkeletonRows columns={4} tracks="2fr 1fr 1fr 2fr" />}
        {plan && (
          <>
            <Standing plan={plan} />
            <PlanItems plan={plan} />
          </>
        )}
      </div>
    </>
  );
}

function PlanActions({ plan }: { plan: RevivePlan }) {
  const { readOnlyReason } = useConnection();
  const toasts = useToasts();
  const stop = useWrite("stopRevivePlan");
  const undo = useWrite("undoRevivePlan");
  const attempt = async (verb: string, write: typeof stop) => {
    try {
      await write.mutateAsync([plan.id]);
    } catch (thrown) {
      toasts.refused(`${verb} failed.`, failure(thrown).message);
    }
  };
  return (
    <>
      {plan.can_undo && (
        <Button
          icon={Undo2}
          busy={undo.isPending}
          disabledReason={readOnlyReason}
          onClick={() => void attempt("Undo", undo)}
        >
          Undo
        </Button>
      )}
      {plan.can_stop && (
        <Button
          tone="danger"
          icon={Square}
          busy={stop.isPending}
          disabledReason={readOnlyReason}
          onClick={() => void attempt("Stop", stop)}
        >
          Stop
        </Button>
      )}
    </>
  );
}

/** One sentence on where it is, and what comes next. */
function Standing({ plan }: { plan: RevivePlan }) {
  const { label, icon: Icon, tone } = planWord(plan);
  return (
    <section className={styles.standing} data-tone={tone} aria-label="Where the plan is">
      <h2>
        <Icon size={16} aria-hidden /> <span role="status">{label}</span>
      </h2>
      <p>
        {plan.message ?? <Next plan={plan} />}
        {plan.undo_until && (
          <>
            {" "}
            It can be undone until <AbsoluteTime at={plan.undo_until} seconds />.
          </>
        )}
      </p>
      <p className={styles.by}>
        Started by {plan.created_by} <RelativeTime at={plan.created_at} />
      </p>
    </section>
  );
}

function Next({ plan }: { plan: RevivePlan }) {
  if (plan.status === "canary") {
    return (
      <>
        One routine was launched. Nothing is revived until it succeeds, at the latest at{" "}
        <AbsoluteTime at={plan.canary_until} seconds />.
      </>
    );
  }
  if (plan.status === "spreading") {
    return (
      <>
        The next routine comes back <RelativeTime at={plan.next_step_at} seconds />.
      </>
    );
  }
  if (plan.status === "undone") return <>What nothing had come of is out of the schedule again.</>;
  return (
    <>
      Every routine had its turn <RelativeTime at={plan.ended_at} />.
    </>
  );
}
