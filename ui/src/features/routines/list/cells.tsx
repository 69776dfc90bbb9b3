import type { RoutineRow } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { OutcomeStrip } from "@/components/OutcomeStrip";
import { Pips } from "@/components/Pips";
import { StatePill } from "@/components/StatePill";
import { RelativeTime } from "@/components/Time";
import { TwoLine } from "@/components/TwoLine";
import { millis, relative, span } from "@/components/time";
import { runStatusWord } from "@/components/words";
import { city } from "@/components/zone";
import { useGo } from "../addresses";
import { nextFire, stateLabel, stateReason } from "../stateText";
import styles from "./cells.module.css";

interface CellProps {
  row: RoutineRow;
}

function useTimes() {
  return { now: useNow(), zone: useZone() };
}

export function StateCell({ row }: CellProps) {
  const times = useTimes();
  const { state } = row;
  const reason = row.attention ?? stateReason(row, times);
  return (
    <div className={styles.state}>
      <StatePill state={state.kind} label={stateLabel(row, times)} />
      {state.kind === "backing_off" ? (
        <Pips used={state.failures} limit={state.limit} />
      ) : (
        reason && (
          <span
            className={styles.reason}
            data-attention={row.attention ? true : undefined}
            title={reason}
          >
            {reason}
          </span>
        )
      )}
    </div>
  );
}

export function ScheduleCell({ row: { trigger } }: CellProps) {
  const { sentence, raw, zone, refusal } = trigger;
  return (
    <div title={refusal ?? sentence}>
      <TwoLine
        tone={refusal ? "bad" : undefined}
        detail={
          <>
            <code>{raw}</code>
            {zone && ` · ${city(zone)}`}
          </>
        }
      >
        {sentence}
      </TwoLine>
    </div>
  );
}

export function NextFireCell({ row }: CellProps) {
  const { at, words, detail, tone } = nextFire(row, useTimes());
  return (
    <TwoLine tone={tone} detail={detail}>
      {at === null ? (
        words
      ) : (
        <RelativeTime at={at} zone={row.trigger.zone ?? undefined} seconds={tone === "warn"} />
      )}
    </TwoLine>
  );
}

export function LastRunsCell({ row: { recent } }: CellProps) {
  const { now, zone } = useTimes();
  const go = useGo();
  const last = recent.at(-1);
  const words =
    last === undefined
      ? "has never run"
      : last.status === "running"
        ? `running ${span(now - millis(last.at))}`
        : `${runStatusWord(last.status).label.toLowerCase()} ${relative(last.finished_at ?? last.at, now, zone)}`;
  const outcomes = recent.map(({ run_id, status, at }) => ({ runId: run_id, status, at }));
  return (
    <div className={styles.runs}>
      <OutcomeStrip outcomes={outcomes} onOpen={go.run} />
      <span title={words}>{words}</span>
    </div>
  );
}
