import { Link } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { Fragment } from "react";
import { type FailingRow, useConnection } from "@/backend";
import { Button } from "@/components/Button";
import { Card } from "@/components/Card";
import { Empty } from "@/components/Empty";
import { Pips } from "@/components/Pips";
import { SkeletonRows } from "@/components/SkeletonRows";
import { AbsoluteTime, RelativeTime } from "@/components/Time";
import { count } from "@/components/time";
import { routineStateWord } from "@/components/words";
import styles from "./FailingNow.module.css";
import { type BringBack, verbOf } from "./useBringBack";
import { useFailingKeys } from "./useFailingKeys";

interface FailingNowProps {
  rows: readonly FailingRow[];
  /** How many routines are in each state, beyond the few that are listed. */
  counts: Record<string, number>;
  /** Routines in all. */
  of: number;
  tenant: string | undefined;
  bringBack: BringBack;
}

const GROUPS = [
  { kind: "backing_off", said: "launches are being retried" },
  { kind: "running", said: "failed before, and run again" },
  { kind: "overdue", said: "failed before, and are due" },
  { kind: "dead_lettered", said: "will not fire until revived" },
  { kind: "switched_off", said: "will not fire until switched on" },
  { kind: "cannot_fire", said: "need another schedule" },
] as const;

export function FailingNow({ rows, counts, of, tenant, bringBack }: FailingNowProps) {
  const keys = useFailingKeys(rows, bringBack);
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return (
    <Card
      flush
      title="Failing now"
      fact={`${count(all)} of ${count(of)}`}
      end={
        <Link to="/routines" search={{ view: "failing", tenant }}>
          All failing
        </Link>
      }
    >
      {rows.length === 0 ? (
        <Empty icon={RotateCcw} title="Nothing fails">
          No launch is being retried, and no routine was taken out of the schedule.
        </Empty>
      ) : (
        <div className={styles.list} {...keys}>
          {GROUPS.map(({ kind, said }) => {
            const members = rows.filter(({ routine }) => routine.state.kind === kind);
            if (members.length === 0) return null;
            const word = routineStateWord(kind);
            const total = Math.max(counts[kind] ?? 0, members.length);
            return (
              <Fragment key={kind}>
                <h3 className={styles.group} data-tone={word.tone}>
                  <word.icon size={14} aria-hidden />
                  <span>{word.label}</span>
                  <small>
                    {count(total)}, {said}
                  </small>
                  {total > members.length && (
                    <Link to="/routines" search={{ state: [kind], tenant }}>
                      All {count(total)}
                    </Link>
                  )}
                </h3>
                <ul>
                  {members.map((row) => (
                    <Row key={row.routine.id} row={row} bringBack={bringBack} />
                  ))}
                </ul>
              </Fragment>
            );
          })}
        </div>
      )}
    </Card>
  );
}

/** Holds its place, so that nothing jumps. */
export function FailingAwaited() {
  return (
    <Card flush title="Failing now">
      <SkeletonRows rows={5} tracks="1fr 1fr 194px 78px" columns={4} />
    </Card>
  );
}

function Row({ row: { routine, error }, bringBack }: { row: FailingRow; bringBack: BringBack }) {
  const { readOnlyReason, asksFirst } = useConnection();
  const { state } = routine;
  const verb = verbOf(routine);
  const gone = state.kind === "switched_off" || state.kind === "cannot_fire";
  const words = gone ? state.reason : (error ?? "no error was recorded");
  return (
    <li className={styles.row}>
      <Link
        className={styles.name}
        to="/routines/$id"
        params={{ id: routine.id }}
        data-routine={routine.id}
      >
        {routine.name}
      </Link>
      <span className={styles.error} title={words}>
        {words}
      </span>
      <span className={styles.when}>
        <When row={routine} />
      </span>
      {verb && (
        <Button
          size={24}
          busy={bringBack.isBusy(routine.id)}
          disabledReason={readOnlyReason}
          onClick={() => bringBack.ask(routine)}
        >
          {verb}
          {asksFirst && "…"}
        </Button>
      )}
    </li>
  );
}

function When({ row }: { row: FailingRow["routine"] }) {
  const { state } = row;
  switch (state.kind) {
    case "backing_off":
      return (
        <>
          <Pips used={state.failures} limit={state.limit} bare />
          <strong>
            <RelativeTime at={state.retry_at} />
          </strong>
          <small>
            <AbsoluteTime at={state.retry_at} seconds />
          </small>
        </>
      );
    case "dead_lettered":
      return (
        <>
          <Pips used={row.dead_letter_after} limit={row.dead_letter_after} bare />
          <small>
            gave up <AbsoluteTime at={state.at} />
          </small>
        </>
      );
    case "switched_off":
    case "cannot_fire":
      return (
        <small>
          since <AbsoluteTime at={state.at} />
        </small>
      );
    default:
      return <Pips used={row.consecutive_failures} limit={row.dead_letter_after} />;
  }
}
