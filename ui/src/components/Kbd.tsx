import styles from "./Kbd.module.css";
import { keyCaps } from "./keys";

interface KbdProps {
  /** As in a command: "n", "Mod+k", "g r". */
  keys: string;
  /** On a coloured button the caps take the button's text colour. */
  onSolid?: boolean;
  /** One cap for the whole chord, inside buttons: "Ctrl K". */
  joined?: boolean;
}

export function Kbd({ keys, onSolid, joined }: KbdProps) {
  const caps = keyCaps(keys);
  return (
    <span className={styles.keys} data-on-solid={onSolid || undefined}>
      {(joined ? [caps.join(" ")] : caps).map((cap, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the caps of one key never reorder
        <kbd key={index} className={styles.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
