import type { DeliveryAttemptRow, RunDetail } from "@/backend";
import { AbsoluteTime, RelativeTime } from "@/components/Time";
import styles from "./Delivery.module.css";
import { Section } from "./Section";

/** What became of the result. Apart from the outcome: it may fail to arrive although the work succeeded. */
export function Delivery({ run }: { run: RunDetail }) {
  const { sentence, attempts } = run.delivery;
  return (
    <Section title="Delivery" fact={counted(attempts)}>
      <p className={styles.sentence}>{sentence}</p>
      {attempts.length > 0 && (
        <ol className={styles.attempts} aria-label="Attempts to deliver">
          {attempts.map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttemptRow }) {
  const { due_at: due, ended_at: ended, started_at: started, outcome, worker } = attempt;
  if (ended === null) {
    return (
      <li>
        <span className={styles.at}>
          <AbsoluteTime at={started ?? due} seconds />
        </span>
        <span>
          {started === null ? (
            <>
              next attempt, <RelativeTime at={due} seconds />
            </>
          ) : (
            `under way by ${worker}`
          )}
        </span>
      </li>
    );
  }
  return (
    <li>
      <span className={styles.at}>
        <AbsoluteTime at={ended} seconds />
      </span>
      <span>
        {outcome === "delivered"
          ? `delivered by ${worker}`
          : (attempt.message ?? "no reason was recorded")}
      </span>
    </li>
  );
}

function counted(attempts: DeliveryAttemptRow[]): string | undefined {
  const made = attempts.filter(({ started_at }) => started_at !== null).length;
  if (made === 0) return undefined;
  return made === 1 ? "1 attempt" : `${made} attempts`;
}
