import type { TriggerDiff } from "@/backend";
import { useZone } from "@/components/clock";
import { date, millis } from "@/components/time";
import styles from "./Tracks.module.css";

const WEEK = 7 * 86_400_000;
const WIDTH = 380;
const LABEL = 52;
const HEIGHT = 74;

/** The coming week of both triggers: what fires now, and what will fire after saving. */
export function Tracks({ diff }: { diff: TriggerDiff }) {
  const zone = useZone();
  const now = millis(diff.now);
  const x = (at: number) => LABEL + ((at - now) / WEEK) * (WIDTH - LABEL - 8);
  const days = Array.from({ length: 7 }, (_, day) => now + (day * WEEK) / 7);
  return (
    <svg
      className={styles.tracks}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`The coming week: ${diff.week_before.length} fires now, ${diff.week_after.length} after saving`}
    >
      {days.map((day) => (
        <g key={day}>
          <line className={styles.day} x1={x(day)} x2={x(day)} y1="16" y2={HEIGHT} />
          <text className={styles.name} x={x(day) + 3} y="10">
            {date(day, now, zone).replace(/ \w+$/, "")}
          </text>
        </g>
      ))}
      <Track name="Now" y={34} />
      {diff.week_before.map((at) => (
        <circle key={at} className={styles.before} cx={x(millis(at))} cy="34" r="4" />
      ))}
      <Track name="After" y={60} />
      {diff.week_after.map((at) => (
        <circle key={at} className={styles.after} cx={x(millis(at))} cy="60" r="4" />
      ))}
    </svg>
  );
}

function Track({ name, y }: { name: string; y: number }) {
  return (
    <>
      <line className={styles.line} x1={LABEL} x2={WIDTH} y1={y} y2={y} />
      <text className={styles.label} x="0" y={y + 4}>
        {name}
      </text>
    </>
  );
}
