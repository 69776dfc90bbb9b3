import type { RoutineRow } from "@/backend";
import { StatePill } from "@/components/StatePill";
import { RelativeTime } from "@/components/Time";
import { count, millis } from "@/components/time";
import styles from "./Several.module.css";

/** What the chosen ones have in common, above the one that is looked at. */
export function Several({ rows }: { rows: readonly RoutineRow[] }) {
  const states = new Map<string, number>();
  for (const { state } of rows) states.set(state.kind, (states.get(state.kind) ?? 0) + 1);
  const tenants = new Set(rows.map((row) => row.tenant_name));
  const [only] = tenants;
  const fires = rows.flatMap((row) => row.next_fire_at ?? []);
  const first = fires.sort((one, other) => millis(one) - millis(other))[0];
  return (
    <section className={styles.several} aria-label={`${rows.length} selected routines`}>
      <h3>{count(rows.length)} selected</h3>
      <p>
        {tenants.size === 1 ? only : `${tenants.size} tenants`} ·{" "}
        {first ? (
          <>
            first fire <RelativeTime at={first} />
          </>
        ) : (
          "none fires"
        )}
      </p>
      <ul>
        {[...states].map(([state, times]) => (
          <li key={state}>
            {count(times)} <StatePill state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
