import { CircleCheck, CircleX, Minus, TriangleAlert } from "lucide-react";
import type { ConnectionReport, Verdict } from "@/backend";
import { RelativeTime } from "@/components/Time";
import { duration } from "@/components/time";
import styles from "./Connections.module.css";

const marks = {
  ok: { icon: CircleCheck, word: "yes" },
  warning: { icon: TriangleAlert, word: "warning" },
  failed: { icon: CircleX, word: "no" },
  not_reached: { icon: Minus, word: "not reached" },
} satisfies Record<Verdict, unknown>;

/** A line for each thing that a test looked at. */
export function LastTest({ report }: { report: ConnectionReport }) {
  return (
    <section className={styles.block} aria-label="Last test">
      <h3>
        Last test{" "}
        <small>
          <RelativeTime at={report.tested_at} seconds />, took {duration(report.took_ms)}
        </small>
      </h3>
      <ul className={styles.checks}>
        {report.checks.map(({ name, verdict, sentence }) => {
          const { icon: Icon, word } = marks[verdict];
          return (
            <li key={name} data-verdict={verdict}>
              <Icon size={14} aria-hidden />
              <span className="visually-hidden">{word}: </span>
              <span className={styles.check}>{name}</span>
              <span>{sentence}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
