import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useId } from "react";
import type { FailureGroup, FailureLanePage } from "@/backend";
import { Button } from "@/components/Button";
import { RelativeTime } from "@/components/Time";
import styles from "./FailuresPage.module.css";
import { GroupActions } from "./GroupActions";
import { GroupCard } from "./GroupCard";
import { counted, laneWord } from "./laneWords";
import type { TryNow } from "./useTryNow";

interface LaneProps {
  page: FailureLanePage;
  groups: readonly FailureGroup[];
  current: boolean;
  selected: string | undefined;
  offByPerson: number;
  onSelect: (key: string) => void;
  onRevive: (group: FailureGroup) => void;
  tryNow: TryNow;
  onMore: () => void;
}

const resting: Record<FailureLanePage["lane"], string> = {
  retrying: "Nothing is backing off.",
  dead: "Nothing has given up.",
  off: "The scheduler has switched nothing off.",
};

/** One of the three: how far its routines have come, put together in groups. */
export function Lane(props: LaneProps) {
  const { page, groups, current, selected, offByPerson } = props;
  const titleId = useId();
  const { label, icon: Icon, tone } = laneWord(page.lane);
  return (
    <section className={styles.lane} aria-labelledby={titleId} data-current={current || undefined}>
      <header className={styles.head} data-tone={tone}>
        <h2 id={titleId}>
          <Icon size={14} aria-hidden /> {label}
        </h2>
        <span className={styles.count}>
          {page.routines.toLocaleString("en-US")}
          {page.bounded && "+"}
        </span>
        <span className={styles.fact}>
          <LaneFact page={page} />
        </span>
      </header>
      {groups.map((group) => (
        <GroupCard
          key={group.key}
          group={group}
          lane={page.lane}
          selected={current && group.key === selected}
          onSelect={() => props.onSelect(group.key)}
          actions={
            <GroupActions
              group={group}
              lane={page.lane}
              selected={current && group.key === selected}
              onRevive={() => props.onRevive(group)}
              onTry={() => props.tryNow.ask(group)}
              trying={props.tryNow.busy === group.key}
            />
          }
        />
      ))}
      {groups.length === 0 && <p className={styles.empty}>{resting[page.lane]}</p>}
      {page.more_groups > 0 && (
        <Button onClick={props.onMore}>{counted(page.more_groups, "more group")}</Button>
      )}
      {page.bounded && (
        <p className={styles.empty}>
          Only the newest 5,000 are looked at; counts are lower bounds.
        </p>
      )}
      {page.lane === "off" && offByPerson > 0 && (
        <p className={styles.paused}>
          <CircleCheck size={14} aria-hidden />
          <span>
            {counted(offByPerson, "more routine")} {offByPerson === 1 ? "is" : "are"} off because a
            person paused {offByPerson === 1 ? "it" : "them"}.{" "}
            <Link to="/routines" search={{ view: "off" }}>
              Show paused routines
            </Link>
          </span>
        </p>
      )}
    </section>
  );
}

function LaneFact({ page }: { page: FailureLanePage }) {
  if (page.lane === "off") return <>by the scheduler</>;
  if (page.lane === "retrying" && page.next_fire_at) {
    return (
      <>
        next <RelativeTime at={page.next_fire_at} seconds />
      </>
    );
  }
  if (page.lane === "dead" && page.oldest) {
    return (
      <>
        oldest <RelativeTime at={page.oldest} />
      </>
    );
  }
  return null;
}
