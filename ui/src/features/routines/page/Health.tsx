import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type HealthRun, reads } from "@/backend";
import { RelativeTime } from "@/components/Time";
import { count } from "@/components/time";
import { runAddress } from "../addresses";
import { PartState } from "./Part";
import styles from "./page.module.css";

/** How it has been doing, in the sentences of the program that counted. */
export function Health({ id }: { id: string }) {
  const read = useQuery(reads.routineHealth(id));
  const { data } = read;
  return (
    <section className={styles.health} aria-label="Health">
      <h2>Health</h2>
      <PartState failed="The health could not be read." read={read} rows={1} />
      {data && (
        <dl>
          <dt>Clean streak</dt>
          <dd>{data.streak}</dd>
          <dt>Typical duration</dt>
          <dd>{data.typical}</dd>
          <dt>Last success</dt>
          <dd>
            <Run
              run={data.last_success}
              none={`none in the newest ${count(data.looked_at)} runs`}
            />
          </dd>
          <dt>Last failure</dt>
          <dd>
            <Run
              run={data.last_failure}
              none={`none in the newest ${count(data.looked_at)} runs`}
            />
          </dd>
        </dl>
      )}
    </section>
  );
}

function Run({ run, none }: { run: HealthRun | null; none: string }) {
  if (run === null) return <span className={styles.muted}>{none}</span>;
  return (
    <>
      <Link to={runAddress(run.run_id)}>
        <RelativeTime at={run.at} />
      </Link>{" "}
      <span className={styles.muted}>{run.message}</span>
    </>
  );
}
