import type { RunDetail } from "@/backend";
import { type Fact, Facts } from "@/components/Facts";
import { AbsoluteTime } from "@/components/Time";
import { isOpen } from "../words";
import { Compare } from "./Compare";
import { Delivery } from "./Delivery";
import { ErrorFacts } from "./ErrorFacts";
import { usePayload } from "./Payload";
import styles from "./RunPage.module.css";
import { Section } from "./Section";

/** The right column: what was handed off, with what, and what came of it. */
export function RunFacts({ run, offline }: { run: RunDetail; offline?: boolean }) {
  const input = usePayload("Input", run.input);
  return (
    <aside className={styles.facts} aria-label="Facts about this run">
      {run.error && <ErrorFacts error={run.error} offline={offline} />}
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
        end={input.choice}
      >
        {input.view}
      </Section>
      <Delivery run={run} />
      {!offline && <Compare run={run} />}
    </aside>
  );
}

function handOff(run: RunDetail): Fact[] {
  const { row } = run;
  const when = (at: string | null, none: string) => <AbsoluteTime at={at} none={none} seconds />;
  const never = isOpen(row.status) ? "not yet" : "never";
  const facts: (Fact | false)[] = [
    { name: "Definition", value: `${run.definition_name} (${run.launcher})` },
    ...run.hand_off.map(({ label, value }) => ({ name: label, value, mono: isCode(label) })),
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

/** Requests, addresses and programs are code; counts and lengths are not. */
function isCode(label: string): boolean {
  return ["Request", "To", "Program", "Secret"].includes(label);
}

function times(count: number): string {
  if (count === 0) return "never";
  return count === 1 ? "once" : `${count} times`;
}
