import type { ReactNode } from "react";
import styles from "./RunPage.module.css";

interface Props {
  title: string;
  fact?: string;
  /** The fact is something out of the ordinary. */
  marked?: boolean;
  /** At the right of the title. */
  end?: ReactNode;
  children: ReactNode;
}

/** One part of the column of facts. */
export function Section({ title, fact, marked, end, children }: Props) {
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2>
          {title}{" "}
          {fact && (
            <span className={styles.fact} data-marked={marked || undefined}>
              {fact}
            </span>
          )}
        </h2>
        {end}
      </div>
      {children}
    </section>
  );
}
