import type { ClockAxis as Axis, AxisKind, AxisMark, ClockChangeAhead } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { clockTime, count, millis } from "@/components/time";
import styles from "./Sandbox.module.css";

const WIDTH = 580;
const HEIGHT = 62;
const LINE = 44;
const PAD = 18;
const HOUR = 3_600_000;

const words: Record<AxisKind, string> = {
  fired: "fired",
  failed: "failed",
  left_out: "skipped or missed",
  open: "open",
  planned: "planned",
  not_fired: "left out by the clock change",
};

interface Props {
  axis: Axis;
  change: ClockChangeAhead | null;
}

/** Six hours around now: what fired, what is planned, and where the clock changes. */
export function ClockAxis({ axis, change }: Props) {
  const now = useNow();
  const zone = useZone();
  const from = millis(axis.from);
  const length = millis(axis.to) - from;
  const x = (at: number) => PAD + ((at - from) / length) * (WIDTH - 2 * PAD);
  const hours = Array.from({ length: length / HOUR + 1 }, (_, hour) => from + hour * HOUR);
  const within = (at: number) => at >= from && at <= from + length;
  const turns = change && within(millis(change.at)) ? change : null;
  const turn = turns ? x(millis(turns.at)) : 0;
  const around = turns ? (HOUR / length) * (WIDTH - 2 * PAD) : 0;
  return (
    <svg
      className={styles.axis}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={told(axis, turns)}
    >
      {turns && (
        <>
          <rect
            className={styles.turning}
            x={turn - around}
            y={14}
            width={2 * around}
            height={LINE - 14}
          />
          <line className={styles.turn} x1={turn} x2={turn} y1={2} y2={LINE} />
          <text className={styles.turnText} x={turn + 6} y={10}>
            {turns.words}
          </text>
        </>
      )}
      <line className={styles.line} x1={PAD} x2={WIDTH - PAD} y1={LINE} y2={LINE} />
      {hours.map((hour) => (
        <g key={hour}>
          <line className={styles.line} x1={x(hour)} x2={x(hour)} y1={LINE} y2={LINE + 4} />
          <text className={styles.hour} x={x(hour)} y={LINE + 16}>
            {clockTime(hour, zone)}
          </text>
        </g>
      ))}
      {axis.marks
        .filter((mark) => within(millis(mark.at)))
        .map((mark) => (
          <Mark key={`${mark.kind} ${mark.at}`} mark={mark} x={x(millis(mark.at))} />
        ))}
      {within(now) && (
        <g className={styles.now}>
          <line x1={x(now)} x2={x(now)} y1={12} y2={LINE + 3} />
          <path d={`M${x(now) - 5} 11h10l-5 6z`} />
        </g>
      )}
    </svg>
  );
}

function Mark({ mark, x }: { mark: AxisMark; x: number }) {
  const y = LINE - 15;
  const title = <title>{`${count(mark.count)} ${words[mark.kind]}`}</title>;
  if (mark.kind === "not_fired" || mark.kind === "failed") {
    return (
      <path
        className={styles.mark}
        data-kind={mark.kind}
        d={`M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8`}
      >
        {title}
      </path>
    );
  }
  if (mark.kind === "left_out") {
    return (
      <rect
        className={styles.mark}
        data-kind={mark.kind}
        x={x - 4}
        y={y - 1.5}
        width={8}
        height={3}
      >
        {title}
      </rect>
    );
  }
  return (
    <circle className={styles.mark} data-kind={mark.kind} cx={x} cy={y} r={3.6}>
      {title}
    </circle>
  );
}

function told(axis: Axis, change: ClockChangeAhead | null): string {
  const sums = new Map<AxisKind, number>();
  for (const { kind, count: times } of axis.marks) sums.set(kind, (sums.get(kind) ?? 0) + times);
  const counts = [...sums].map(([kind, times]) => `${count(times)} ${words[kind]}`);
  const turn = change ? `; ${change.words} in ${change.zone}` : "";
  return `The hours around now: ${counts.join(", ") || "nothing"}${turn}`;
}
