import type { ReactNode } from "react";
import { useDensity } from "./density";
import { Tooltip } from "./Tooltip";
import styles from "./TwoLine.module.css";

interface TwoLineProps {
  /** The fact. */
  children: ReactNode;
  /** Muted, under it. */
  detail?: ReactNode;
  strong?: boolean;
  tone?: "warn" | "bad";
}

/** The usual table cell: a fact over its detail, which in compact lists is a tooltip. */
export function TwoLine({ children, detail, strong, tone }: TwoLineProps) {
  const compact = useDensity() === "compact";
  const fact = (
    <div className={styles.fact} data-strong={strong || undefined}>
      {children}
    </div>
  );
  if (compact) {
    return (
      <div className={styles.cell} data-tone={tone}>
        <Tooltip content={detail} disabled={detail === undefined}>
          {fact}
        </Tooltip>
      </div>
    );
  }
  return (
    <div className={styles.cell} data-tone={tone}>
      {fact}
      {detail !== undefined && <div className={styles.detail}>{detail}</div>}
    </div>
  );
}
