import { ChevronsUpDown } from "lucide-react";
import type { CSSProperties } from "react";
import { Menu, type MenuEntry } from "@/components/Menu";
import { protections } from "@/components/protections";
import styles from "./ConnectionBlock.module.css";
import { type Theme, themes, useTheme } from "./theme";
import { useChooseTheme } from "./useChooseTheme";
import type { ConnectionView } from "./views";

interface ConnectionBlockProps {
  connection: ConnectionView | null;
  /** Switching and looking after connections; the theme choice follows below. */
  entries: readonly MenuEntry[];
}

/** Where changes go, always in sight: colour, name and protection word. */
export function ConnectionBlock({ connection, entries }: ConnectionBlockProps) {
  const theme = useTheme();
  const choose = useChooseTheme();
  const protection = connection && protections[connection.protection];
  const themeChoice: MenuEntry = {
    choose: "Theme",
    value: theme,
    options: themes,
    onChange: (next) => choose(next as Theme),
  };
  const all: MenuEntry[] = entries.length > 0 ? [...entries, "rule", themeChoice] : [themeChoice];
  return (
    <Menu
      entries={all}
      trigger={
        <button
          type="button"
          className={styles.block}
          data-none={connection === null || undefined}
          style={connectionColour(connection)}
        >
          <span className={styles.mark} aria-hidden="true" />
          <span className={styles.text}>
            <span className={styles.name}>{connection?.name ?? "No connection"}</span>
            <span className={styles.protection}>
              {protection && <protection.icon size={12} aria-hidden />}
              {protection?.label ?? "choose one to begin"}
            </span>
          </span>
          <ChevronsUpDown className={styles.arrow} size={13} aria-hidden />
        </button>
      }
    />
  );
}

/** The identity colour as a custom property, or none. */
export function connectionColour(connection: ConnectionView | null): CSSProperties {
  if (connection === null) return {};
  return { "--connection": `var(--conn-${connection.colour})` } as CSSProperties;
}
