import { routineStateWord } from "./words";
import styles from "./words.module.css";

interface StatePillProps {
  /** The stored word, such as `backing_off`. */
  state: string;
  /** Replaces the label where it carries a number: "Overdue by 4 min". */
  label?: string;
}

export function StatePill({ state, label }: StatePillProps) {
  const word = routineStateWord(state);
  return (
    <span className={styles.pill} data-tone={word.tone}>
      <word.icon size={14} aria-hidden />
      {label ?? word.label}
    </span>
  );
}
