import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { reads } from "@/backend";
import { Banner } from "@/components/Banner";
import { planWord } from "./planWords";

/** Plans go on without their window: here is the way back to those that run. */
export function RunningPlans() {
  const { data } = useQuery(reads.revivePlans());
  const running = data?.filter((plan) => plan.can_stop) ?? [];
  return running.map((plan) => (
    <Banner
      key={plan.id}
      tone="plain"
      title={`A revive plan is running: ${plan.subject}.`}
      actions={
        <Link to="/failures/revive/$planId" params={{ planId: plan.id }}>
          See the plan
        </Link>
      }
    >
      {`${planWord(plan).label}, started by ${plan.created_by}.`}
    </Banner>
  ));
}
