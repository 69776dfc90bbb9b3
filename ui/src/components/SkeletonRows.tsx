import { Button } from "./Button";
import styles from "./SkeletonRows.module.css";

export interface SkeletonRowsProps {
  rows?: number;
  /** Grid tracks of the list that is coming, so that nothing jumps. */
  tracks: string;
  columns: number;
  /** Whom is asked, said after two seconds: "Production EU". */
  asking?: string;
  onStop?: () => void;
}

/** Grey rows that appear after 200 ms: a fast answer never shows them. */
export function SkeletonRows({ rows = 8, tracks, columns, asking, onStop }: SkeletonRowsProps) {
  return (
    <div className={styles.skeleton} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          key={row}
          className={styles.row}
          style={{ gridTemplateColumns: tracks }}
          aria-hidden="true"
        >
          {Array.from({ length: columns }, (_, column) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              key={column}
              className={styles.bar}
              style={{ width: `${widths[(row * 3 + column) % widths.length]}%` }}
            />
          ))}
        </div>
      ))}
      {asking && (
        <p className={styles.asking} role="status">
          Asking {asking}…
          {onStop && (
            <Button size={24} tone="quiet" onClick={onStop}>
              Stop
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

const widths = [72, 54, 83, 61, 47];
