import type { ReactNode } from "react";
import styles from "./PageHead.module.css";

export interface PageHeadProps {
  title: string;
  /** One muted fact, or a state pill with one. */
  fact?: ReactNode;
  /** Views or segments. */
  views?: ReactNode;
  /** At the right; the primary action comes last. */
  actions?: ReactNode;
}

export function PageHead({ title, fact, views, actions }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {fact && <div className={styles.fact}>{fact}</div>}
      {views}
      <div className={styles.actions}>{actions}</div>
    </header>
  );
}
