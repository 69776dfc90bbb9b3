import type { Command } from "@/components/commands";
import { Dialog } from "@/components/Dialog";
import { Kbd } from "@/components/Kbd";
import { Segment } from "@/components/Segment";
import styles from "./KeySheet.module.css";
import { type Found, find } from "./search";
import { themes, useTheme } from "./theme";
import { useChooseTheme } from "./useChooseTheme";

interface KeySheetProps {
  /** The commands of the view it was opened over, or null while it is closed. */
  commands: readonly Command[] | null;
  onClose: () => void;
}

/** Every key that works here, by group, and the theme. */
export function KeySheet({ commands, onClose }: KeySheetProps) {
  const theme = useTheme();
  const choose = useChooseTheme();
  const groups = find(
    (commands ?? []).filter((command) => command.keys !== undefined),
    "",
  );
  return (
    <Dialog open={commands !== null} onClose={onClose} title="Keys">
      <div className={styles.groups}>
        {groups.map(({ title, found }) => (
          <section key={title} className={styles.group}>
            <h3>{title}</h3>
            <dl>
              {[...byLabel(found)].map(([label, keys]) => (
                <div key={label} className={styles.line}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((each) => (
                      <Kbd key={each} keys={each} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={styles.theme}>
        Theme
        <Segment label="Theme" size={24} value={theme} onChange={choose} options={themes} />
      </div>
    </Dialog>
  );
}

/** Two keys that do the same share a line. */
function byLabel(found: readonly Found[]): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const { command } of found) {
    lines.set(command.label, [...(lines.get(command.label) ?? []), command.keys ?? ""]);
  }
  return lines;
}
