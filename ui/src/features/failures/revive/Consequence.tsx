import { CircleCheck, Info, Minus } from "lucide-react";
import type { ReviveDraft } from "@/backend";
import { AbsoluteTime } from "@/components/Time";
import { counted } from "../laneWords";
import styles from "./Revive.module.css";

/** Left-out routines that are named one by one. */
const NAMED = 5;

/** What the plan does, whom it leaves out, and what is lost. */
export function Consequence({ draft }: { draft: ReviveDraft }) {
  const { candidates, left_out: leftOut, lost_fires: lost } = draft;
  const times = candidates.flatMap((routine) => routine.next_fire_at ?? []).sort();
  return (
    <ul className={styles.consequence}>
      {candidates.length > 0 && (
        <li>
          <CircleCheck size={14} className={styles.good} aria-hidden />
          <span>
            <strong>{candidates.length} will be revived.</strong> Streaks go to 0, then each follows
            its own schedule
            {times[0] === undefined ? (
              "."
            ) : (
              <>
                , the first at <AbsoluteTime at={times[0]} /> or later.
              </>
            )}
          </span>
        </li>
      )}
      {leftOut.slice(0, NAMED).map((routine) => (
        <li key={routine.id}>
          <Minus size={14} aria-hidden />
          <span>
            <strong>Left out:</strong> {routine.name}. {routine.reason}
          </span>
        </li>
      ))}
      {leftOut.length > NAMED && (
        <li>
          <Minus size={14} aria-hidden />
          <span>{counted(leftOut.length - NAMED, "more routine")} left out.</span>
        </li>
      )}
      {lost > 0 && (
        <li>
          <Info size={14} aria-hidden />
          <span>
            {counted(lost, "fire")} that {lost === 1 ? "was" : "were"} lost meanwhile{" "}
            {lost === 1 ? "is" : "are"} not run again.
          </span>
        </li>
      )}
    </ul>
  );
}
