import type { ReactNode } from "react";
import styles from "./TwoLine.module.css";

interface TwoLineProps {
  /** The fact. */
  children: ReactNode;
  /** Muted, under it. */
  detail?: ReactNode;
  strong?: boolean;
  tone?: "warn" | "bad";
}

/** The usual table cell: a fact over its detail. */
export function TwoLine({ children, detail, strong, tone }: TwoLineProps) {
  return (
    <div className={styles.cell} data-tone={tone}>
      <div className={styles.fact} data-strong={strong || undefined}>
        {children}
      </div>
      {detail !== undefined && <div className={styles.detail}>{detail}</div>}
    </div>
  );
}
