import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type ComparedAspect, type RunDetail, reads } from "@/backend";
import { Button } from "@/components/Button";
import { maskedText } from "@/components/jsonLayout";
import { AbsoluteTime } from "@/components/Time";
import { duration } from "@/components/time";
import styles from "./Compare.module.css";
import { Section } from "./Section";

/** The newest success before this run, and in what the two differ. */
export function Compare({ run }: { run: RunDetail }) {
  const { data, error } = useQuery(reads.runComparison(run.row.id));
  const [shown, setShown] = useState(false);
  if (error) return null;
  const success = data?.success;
  const differing = data?.aspects.filter(({ same }) => !same) ?? [];
  return (
    <Section title="Compare">
      {data === undefined && <p>Looking for the last success…</p>}
      {success === null && <p>None of the newest runs before it succeeded.</p>}
      {success && (
        <p>
          Last success:{" "}
          <Link
            to="/runs/$runId"
            params={{ runId: success.id }}
            search={(before) => ({ tenant: before.tenant })}
          >
            <AbsoluteTime at={success.recorded_at} />
          </Link>
          {success.duration_ms !== null && `, ${duration(success.duration_ms)}`}.{" "}
          {sameness(data?.aspects ?? [])}{" "}
          {differing.length > 0 && (
            <Button size={24} tone="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? "Hide differences" : "Show differences"}
            </Button>
          )}
        </p>
      )}
      {shown && differing.map((aspect) => <Difference key={aspect.aspect} aspect={aspect} />)}
    </Section>
  );
}

const SHORT = ["input", "revision", "worker"];

/** "Same input, same revision, other worker." */
function sameness(aspects: readonly ComparedAspect[]): string {
  const words = aspects
    .filter(({ aspect }) => SHORT.includes(aspect))
    .map(({ aspect, same }) => `${same ? "same" : "other"} ${aspect}`)
    .join(", ");
  return words === "" ? "" : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function Difference({ aspect }: { aspect: ComparedAspect }) {
  return (
    <dl className={styles.difference}>
      <dt>{aspect.aspect} then</dt>
      <dd>{maskedText(aspect.success)}</dd>
      <dt>{aspect.aspect} now</dt>
      <dd>{maskedText(aspect.this)}</dd>
    </dl>
  );
}
