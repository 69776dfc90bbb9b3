import { type ReactNode, useId } from "react";
import styles from "./Card.module.css";

interface CardProps {
  title: string;
  /** Muted, beside the title. */
  fact?: ReactNode;
  /** At the right of the head: links, a segment, a muted fact. */
  end?: ReactNode;
  /** Tables and lists draw to the edges. */
  flush?: boolean;
  children: ReactNode;
}

/** One of several independent blocks on a page; lists and forms stay flat. */
export function Card({ title, fact, end, flush, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {fact && <span className={styles.fact}>{fact}</span>}
        {end && <span className={styles.end}>{end}</span>}
      </header>
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
