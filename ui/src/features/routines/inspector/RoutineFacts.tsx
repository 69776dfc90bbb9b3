import type { RoutineDetail } from "@/backend";
import { Banner } from "@/components/Banner";
import { JsonView } from "@/components/JsonView";
import { Explanation } from "./Explanation";
import { RecentRuns } from "./RecentRuns";
import styles from "./RoutineFacts.module.css";
import { Rules } from "./Rules";
import { Schedule } from "./Schedule";

/** Everything about one routine, in a column of the inspector or across its page. */
export function RoutineFacts({ detail, wide }: { detail: RoutineDetail; wide?: boolean }) {
  return (
    <div className={styles.facts} data-wide={wide || undefined}>
      <Explanation detail={detail} />
      {detail.row.attention && (
        <Banner tone="warn" title="Somebody should look at it.">
          {detail.row.attention}
        </Banner>
      )}
      <div className={styles.part}>
        <Schedule detail={detail} />
        <Rules detail={detail} />
      </div>
      <div className={styles.part}>
        <section>
          <h3>Instruction</h3>
          <p className={styles.instruction}>{detail.instruction}</p>
        </section>
        <section>
          <h3>Input</h3>
          <JsonView label="Input" text={detail.input} />
        </section>
        <RecentRuns routineId={detail.row.id} />
      </div>
    </div>
  );
}
