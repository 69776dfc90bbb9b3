import { useActiveCommands } from "./commands";
import { Kbd } from "./Kbd";
import styles from "./KeyHints.module.css";

/** The three to five keys of the focused view, as its commands declare them. */
export function KeyHints() {
  const hinted = useActiveCommands().filter((command) => command.hint !== undefined);
  return (
    <ul className={styles.hints} aria-label="Keys of this view">
      {hinted.slice(0, 5).map((command) => (
        <li key={command.id} className={styles.hint}>
          <Kbd keys={command.hintKeys ?? command.keys ?? ""} />
          {command.hint}
        </li>
      ))}
    </ul>
  );
}
