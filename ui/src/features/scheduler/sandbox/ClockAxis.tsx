import type { ClockAxis as Axis, AxisKind, AxisMark, ClockChangeAhead } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { clockTime, count, millis } from "@/components/time";
import styles from "./Sandbox.module.css";

const HEIGHT = 62;
const LINE = 44;
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
  // In percents across and in pixels down: letters and marks keep their size at every width.
  const share = (at: number) => ((at - from) / length) * 100;
  const x = (at: number) => `${share(at)}%`;
  const hours = Array.from({ length: length / HOUR + 1 }, (_, hour) => from + hour * HOUR);
  const within = (at: number) => at >= from && at <= from + length;
  const turns = change && within(millis(change.at)) ? change : null;
  const turn = turns ? millis(turns.at) : 0;
  return (
    <svg className={styles.axis} height={HEIGHT} role="img" aria-label={told(axis, turns)}>
      {turns && (
        <>
          <rect
            className={styles.turning}
            x={x(turn - HOUR)}
            y={14}
            width={`${(2 * HOUR * 100) / length}%`}
            height={LINE - 14}
          />
          <line className={styles.turn} x1={x(turn)} x2={x(turn)} y1={2} y2={LINE} />
          <text className={styles.turnText} x={x(turn)} dx={6} y={10}>
            {turns.words}
          </text>
        </>
      )}
      <line className={styles.line} x1="0" x2="100%" y1={LINE} y2={LINE} />
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
        <svg x={x(now)} className={styles.now} overflow="visible" role="presentation">
          <line x1="0" x2="0" y1={12} y2={LINE + 3} />
          <path d="M-5 11h10l-5 6z" />
        </svg>
      )}
    </svg>
  );
}

function Mark({ mark, x }: { mark: AxisMark; x: string }) {
  const y = LINE - 15;
  const look = { className: styles.mark, "data-kind": mark.kind };
  const title = <title>{`${count(mark.count)} ${words[mark.kind]}`}</title>;
  return (
    <svg x={x} y={y} overflow="visible" role="presentation">
      {mark.kind === "not_fired" || mark.kind === "failed" ? (
        <path {...look} d="M-4 -4l8 8M4 -4l-8 8">
          {title}
        </path>
      ) : mark.kind === "left_out" ? (
        <rect {...look} x={-4} y={-1.5} width={8} height={3}>
          {title}
        </rect>
      ) : (
        <circle {...look} r={3.6}>
          {title}
        </circle>
      )}
    </svg>
  );
}

function told(axis: Axis, change: ClockChangeAhead | null): string {
  const sums = new Map<AxisKind, number>();
  for (const { kind, count: times } of axis.marks) sums.set(kind, (sums.get(kind) ?? 0) + times);
  const counts = [...sums].map(([kind, times]) => `${count(times)} ${words[kind]}`);
  const turn = change ? `; ${change.words} in ${change.zone}` : "";
  return `The hours around now: ${counts.join(", ") || "nothing"}${turn}`;
}
