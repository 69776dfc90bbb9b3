import { Link } from "@tanstack/react-router";
import type { FailingRoutine, FailureLane } from "@/backend";
import { Pips } from "@/components/Pips";
import { AbsoluteTime, RelativeTime } from "@/components/Time";
import { Tooltip } from "@/components/Tooltip";
import { routineAddress } from "./addresses";
import styles from "./GroupCard.module.css";

interface MemberRowProps {
  routine: FailingRoutine;
  lane: FailureLane;
}

/** One routine of a group: its name, whose it is, and where it stands. */
export function MemberRow({ routine, lane }: MemberRowProps) {
  return (
    <li className={styles.member}>
      <span className={styles.who}>
        <Tooltip content={`${routine.name}, ${routine.tenant_name}`}>
          <Link to={routineAddress(routine.id)} className={styles.name}>
            {routine.name}
          </Link>
        </Tooltip>
        <span className={styles.tenant}>{routine.tenant_name}</span>
      </span>
      <span className={styles.standing}>
        <Standing routine={routine} lane={lane} />
      </span>
    </li>
  );
}

function Standing({ routine, lane }: MemberRowProps) {
  if (lane === "retrying") {
    return (
      <>
        <Pips used={routine.consecutive_failures} limit={routine.dead_letter_after} />
        <RelativeTime at={routine.next_fire_at} seconds />
      </>
    );
  }
  if (lane === "dead") {
    return (
      <span>
        gave up <AbsoluteTime at={routine.since} />
      </span>
    );
  }
  return (
    <Tooltip content={routine.message || "No sentence was kept."}>
      <button type="button" className={styles.quote}>
        “{routine.message}”
      </button>
    </Tooltip>
  );
}
