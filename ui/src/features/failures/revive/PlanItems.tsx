import { Link } from "@tanstack/react-router";
import { Feather } from "lucide-react";
import type { RevivePlan, RevivePlanItem } from "@/backend";
import { AbsoluteTime } from "@/components/Time";
import { routineAddress, runAddress } from "../addresses";
import { itemWord } from "./planWords";
import styles from "./Revive.module.css";

/** Every routine of a plan, with what became of it: revived, left out, conflict. */
export function PlanItems({ plan }: { plan: RevivePlan }) {
  return (
    <table className={styles.items}>
      <caption>{summary(plan)}</caption>
      <thead>
        <tr>
          <th scope="col">Routine</th>
          <th scope="col">Outcome</th>
          <th scope="col">Its turn</th>
          <th scope="col">First fire</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {plan.items.map((item) => (
          <Row key={item.id} item={item} plan={plan} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item, plan }: { item: RevivePlanItem; plan: RevivePlan }) {
  const { label, icon: Icon, tone } = itemWord(item, plan.can_stop);
  const canary = item.id === plan.canary;
  return (
    <tr>
      <th scope="row">
        <Link to={routineAddress(item.id)}>{item.name}</Link> <small>{item.tenant_name}</small>
        {canary && (
          <small className={styles.canary}>
            <Feather size={12} aria-hidden />
            {plan.canary_run ? <Link to={runAddress(plan.canary_run)}>canary run</Link> : "canary"}
          </small>
        )}
      </th>
      <td>
        <span className={styles.word} data-tone={tone}>
          <Icon size={14} aria-hidden /> {label}
        </span>
      </td>
      <td>
        <AbsoluteTime at={item.revived_at ?? item.revive_at} none="after the canary" seconds />
      </td>
      <td>
        <AbsoluteTime at={item.next_fire_at} none={item.outcome === "revived" ? "none" : "-"} />
      </td>
      <td className={styles.why}>{item.message}</td>
    </tr>
  );
}

function summary({ items }: RevivePlan): string {
  const of = (outcome: RevivePlanItem["outcome"]) =>
    items.filter((item) => item.outcome === outcome).length;
  const parts = [
    [of("revived"), "revived"],
    [of("skipped"), "left out"],
    [of("conflict"), "in conflict"],
    [of("undone"), "undone"],
    [of(null), "not revived"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.join(", ");
}
