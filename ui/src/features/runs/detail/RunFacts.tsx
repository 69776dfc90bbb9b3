import type { ReactNode } from "react";
import type { RunDetail } from "@/backend";
import { type Fact, Facts } from "@/components/Facts";
import { JsonView } from "@/components/JsonView";
import { AbsoluteTime } from "@/components/Time";
import { isOpen } from "../words";
import { ErrorFacts } from "./ErrorFacts";
import styles from "./RunPage.module.css";

/** The right column: what was handed off, with what, and what came of it. */
export function RunFacts({ run }: { run: RunDetail }) {
  return (
    <aside className={styles.facts} aria-label="Facts about this run">
      {run.error && <ErrorFacts error={run.error} />}
      <Section title="Hand-off">
        <Facts facts={handOff(run)} />
      </Section>
      <Section title="Instruction">
        <p className={styles.instruction}>{run.instruction}</p>
      </Section>
      <Section
        title="Input"
        fact={run.input_overridden ? "changed for this run" : `revision ${run.revision}`}
        marked={run.input_overridden}
      >
        <JsonView label="Input" text={run.input} />
      </Section>
      <Section title="Delivery">
        <p>{deliveryWords(run)}</p>
      </Section>
    </aside>
  );
}

interface SectionProps {
  title: string;
  fact?: string;
  /** The fact is something out of the ordinary. */
  marked?: boolean;
  children: ReactNode;
}

function Section({ title, fact, marked, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <h2>
        {title}{" "}
        {fact && (
          <span className={styles.fact} data-marked={marked || undefined}>
            {fact}
          </span>
        )}
      </h2>
      {children}
    </section>
  );
}

function handOff(run: RunDetail): Fact[] {
  const { row } = run;
  const when = (at: string | null, none: string) => <AbsoluteTime at={at} none={none} seconds />;
  const never = isOpen(row.status) ? "not yet" : "never";
  const facts: (Fact | false)[] = [
    { name: "Launcher", value: run.launcher },
    { name: "Definition", value: run.definition_name },
    { name: "Key", value: run.idempotency_key, mono: true },
    { name: "Run", value: row.id, mono: true },
    { name: "Worker", value: row.worker ?? "none" },
    row.status !== "missed" && { name: "Claimed", value: when(run.claimed_at, "never") },
    { name: "Launched", value: when(run.launched_at, never) },
    { name: "Started", value: when(row.started_at, never) },
    { name: "Finished", value: when(row.finished_at, never) },
    run.lease_until !== null && { name: "Lease", value: <>until {when(run.lease_until, "")}</> },
    { name: "Taken over", value: times(run.take_overs) },
  ];
  return facts.filter((fact) => fact !== false);
}

function times(count: number): string {
  if (count === 0) return "never";
  return count === 1 ? "once" : `${count} times`;
}

/** Apart from the outcome: a result may fail to arrive although the work succeeded. */
export function deliveryWords({ delivery, delivery_error }: RunDetail): string {
  switch (delivery) {
    case "none":
      return "There is nothing to deliver.";
    case "pending":
      return "The result waits to be delivered.";
    case "delivered":
      return "Result delivered.";
    case "failed":
      return `Result not delivered: ${delivery_error ?? "no reason was recorded"}`;
    default:
      return `“${delivery}”`;
  }
}
