import styles from "./Welcome.module.css";

const DOTS = Array.from({ length: 10 }, (_, index) => index);
const STEP = 14;
const NOW = 146;

/** Fires that were, the line of now, fires to come. */
export function WelcomeMark() {
  return (
    <svg className={styles.mark} width="296" height="38" viewBox="0 0 296 38" aria-hidden="true">
      {DOTS.map((dot) => (
        <circle key={dot} className={styles.past} cx={5 + dot * STEP} cy="19" r="5" />
      ))}
      <rect className={styles.now} x={NOW - 1} y="0" width="2" height="38" />
      {DOTS.map((dot) => (
        <circle key={dot} className={styles.planned} cx={NOW + 14 + dot * STEP} cy="19" r="4.25" />
      ))}
    </svg>
  );
}
