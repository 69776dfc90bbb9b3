import { causeWord, runStatusWord } from "./words";
import styles from "./words.module.css";

interface StatusWordProps {
  /** The stored word, such as `schedule_failed`. */
  status: string;
  /** A tinted pill, for heads; plain coloured text in lists. */
  pill?: boolean;
}

export function StatusWord({ status, pill }: StatusWordProps) {
  const word = runStatusWord(status);
  return (
    <span className={pill ? styles.pill : styles.word} data-tone={word.tone}>
      <word.icon size={14} aria-hidden />
      {word.label}
    </span>
  );
}

export function CauseWord({ cause }: { cause: string }) {
  const word = causeWord(cause);
  return (
    <span className={styles.cause}>
      <word.icon size={14} aria-hidden />
      {word.label}
    </span>
  );
}
