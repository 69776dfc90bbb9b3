import { CircleCheck, CircleX, Minus, TriangleAlert } from "lucide-react";
import type { ConnectionReport, Verdict } from "@/backend";
import styles from "./Connect.module.css";

const marks = {
  ok: { icon: CircleCheck, word: "yes" },
  warning: { icon: TriangleAlert, word: "warning" },
  failed: { icon: CircleX, word: "no" },
  not_reached: { icon: Minus, word: "not reached" },
} satisfies Record<Verdict, unknown>;

/** A line for each thing a connection test looked at. */
export function Checks({ report }: { report: ConnectionReport }) {
  return (
    <ul className={styles.checks} aria-label="Connection test">
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
  );
}
