import { Link } from "@tanstack/react-router";
import { BellOff, TrendingUp } from "lucide-react";
import type { ReactNode } from "react";
import { useId } from "react";
import type { FailureGroup, FailureLane } from "@/backend";
import { AbsoluteTime, RelativeTime } from "@/components/Time";
import styles from "./GroupCard.module.css";
import { GrowthBars } from "./GrowthBars";
import { counted, laneWord } from "./laneWords";
import { MemberRow } from "./MemberRow";

interface GroupCardProps {
  group: FailureGroup;
  lane: FailureLane;
  selected: boolean;
  onSelect: () => void;
  actions: ReactNode;
}

/** Failing routines that belong together: what went wrong, how often, whom it hit, what to do. */
export function GroupCard({ group, lane, selected, onSelect, actions }: GroupCardProps) {
  const titleId = useId();
  const { error } = group;
  const more = group.routines - group.shown.length;
  return (
    <article
      className={styles.card}
      aria-labelledby={titleId}
      data-selected={selected || undefined}
      data-tone={laneWord(lane).tone}
      data-muted={error?.muted ? true : undefined}
      onFocusCapture={onSelect}
      onPointerDown={onSelect}
    >
      <header className={styles.head}>
        <h3 id={titleId}>
          {error ? (
            <Link to="/failures/error/$fingerprint" params={{ fingerprint: error.fingerprint }}>
              {group.title}
            </Link>
          ) : (
            group.title
          )}
        </h3>
        {error && <GrowthBars hours={error.hours} growing={error.growing} />}
      </header>
      <p className={styles.facts}>
        {counted(group.routines, "routine")}
        {group.tenants > 1 && ` of ${group.tenants} tenants`}
        {error && error.failures > 0 && `, ${counted(error.failures, "failure")} in 24 h`}
        {error?.last_seen && (
          <>
            {" · "}
            <RelativeTime at={error.last_seen} />
          </>
        )}
        {error && (
          <>
            {" · "}
            <code>{error.code}</code>
          </>
        )}
      </p>
      {(error?.growing || error?.muted) && (
        <p className={styles.marks}>
          {error.growing && (
            <span className={styles.growing}>
              <TrendingUp size={13} aria-hidden /> growing
            </span>
          )}
          {error.muted && (
            <span className={styles.muted}>
              <BellOff size={13} aria-hidden />
              <span>
                muted until <AbsoluteTime at={error.muted.until} /> by {error.muted.by}
              </span>
            </span>
          )}
        </p>
      )}
      <ul className={styles.members}>
        {group.shown.map((routine) => (
          <MemberRow key={routine.id} routine={routine} lane={lane} />
        ))}
      </ul>
      {error && (more > 0 || group.gave_up > 0) && (
        <Link
          className={styles.more}
          to="/failures/error/$fingerprint"
          params={{ fingerprint: error.fingerprint }}
        >
          {more > 0 ? `${more} more` : `${group.gave_up} more gave up with this error`}
        </Link>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </article>
  );
}
