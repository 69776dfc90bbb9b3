import { Fragment, type ReactNode } from "react";
import styles from "./Facts.module.css";

export interface Fact {
  name: string;
  value: ReactNode;
  /** For keys, requests and codes. */
  mono?: boolean;
}

/** Names and values in two columns; long keys wrap. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, mono }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd data-mono={mono || undefined}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
