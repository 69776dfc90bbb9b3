import styles from "./GroupCard.module.css";

interface GrowthBarsProps {
  /** Failures an hour, oldest first. */
  hours: readonly number[];
  growing: boolean;
}

const STEP = 4.3;
const HEIGHT = 18;

/** The last 24 hours of an error, as bars over a line; what they say stands in words beside it. */
export function GrowthBars({ hours, growing }: GrowthBarsProps) {
  const most = Math.max(1, ...hours);
  const total = hours.reduce((sum, count) => sum + count, 0);
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${hours.length * STEP} ${HEIGHT}`}
      width={hours.length * STEP}
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${total} failures in the last 24 hours${growing ? ", growing" : ""}`}
    >
      <line className={styles.base} x1={0} y1={HEIGHT - 0.5} x2="100%" y2={HEIGHT - 0.5} />
      {hours.map((count, hour) => {
        if (count === 0) return null;
        const height = Math.max(3, (count / most) * (HEIGHT - 2));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the hour is the identity
            key={hour}
            x={hour * STEP}
            y={HEIGHT - height}
            width={3}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
