import styles from "./Pips.module.css";

interface PipsProps {
  used: number;
  limit: number;
  /** The words are only read out, where the line says the same. */
  bare?: boolean;
}

/** Used attempts as squares, always with the words beside them. */
export function Pips({ used, limit, bare }: PipsProps) {
  const spent = used >= limit;
  // A policy may allow many attempts; beyond ten the words alone are clearer.
  const drawn = limit <= 10 ? limit : 0;
  return (
    <span className={styles.pips} data-spent={spent || undefined}>
      {drawn > 0 && (
        <svg width={drawn * 9 - 1} height={8} aria-hidden="true">
          {Array.from({ length: drawn }, (_, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
              key={index}
              className={index < used ? styles.full : styles.free}
              x={index * 9 + 0.75}
              y={0.75}
              width={6.5}
              height={6.5}
              rx={1.5}
            />
          ))}
        </svg>
      )}
      <span className={bare && drawn > 0 ? "visually-hidden" : undefined}>
        {used} of {limit}
      </span>
    </span>
  );
}
