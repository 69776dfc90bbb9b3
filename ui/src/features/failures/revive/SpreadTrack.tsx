import { useNow, useZone } from "@/components/clock";
import { clockTime, span } from "@/components/time";
import styles from "./Revive.module.css";

interface SpreadTrackProps {
  count: number;
  spreadSeconds: number;
  canary: boolean;
}

/** The longest that a canary is waited for, as the plan's rule says. */
const CANARY_MS = 300_000;
const WIDTH = 540;
const EDGE = 8;
/** More marks than this would touch. */
const MOST_MARKS = 30;

/** When the turns come, at the latest: the wait for the canary, then one mark a routine. */
export function SpreadTrack({ count, spreadSeconds, canary }: SpreadTrackProps) {
  const now = useNow();
  const zone = useZone();
  const wait = canary ? CANARY_MS : 0;
  const whole = Math.max(wait + spreadSeconds * 1000, 1);
  const x = (ms: number) => EDGE + (ms / whole) * (WIDTH - 2 * EDGE);
  const marks = Math.min(count, MOST_MARKS);
  const ends = now + whole;
  const label = canary
    ? `The canary now, then ${count} routines over ${span(spreadSeconds * 1000)}, until ${clockTime(ends, zone)} at the latest`
    : `${count} routines over ${span(spreadSeconds * 1000)}, until ${clockTime(ends, zone)}`;
  return (
    <svg className={styles.track} viewBox={`0 0 ${WIDTH} 34`} role="img" aria-label={label}>
      <line x1={x(0)} x2={x(whole)} y1={11} y2={11} />
      {canary && (
        <>
          <rect className={styles.wait} x={x(0)} y={5} width={x(wait) - x(0)} height={12} rx={3} />
          <text x={(x(0) + x(wait)) / 2} y={14} textAnchor="middle" className={styles.waitText}>
            wait for the canary
          </text>
          <circle className={styles.first} cx={x(0)} cy={11} r={5} />
        </>
      )}
      {Array.from({ length: marks }, (_, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: the turn is the identity
          key={index}
          cx={x(wait + (index / marks) * spreadSeconds * 1000)}
          cy={11}
          r={4.5}
        />
      ))}
      <text x={x(0)} y={31}>
        {clockTime(now, zone)}
      </text>
      <text x={x(whole)} y={31} textAnchor="end">
        {clockTime(ends, zone)}
      </text>
    </svg>
  );
}
