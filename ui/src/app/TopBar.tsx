import { ChevronLeft, ChevronRight, Search } from "lucide-react";
import { IconButton } from "@/components/Button";
import { Kbd } from "@/components/Kbd";
import type { MenuEntry } from "@/components/Menu";
import { Clock } from "./Clock";
import { ConnectionBlock } from "./ConnectionBlock";
import { LiveButton } from "./LiveButton";
import styles from "./TopBar.module.css";
import type { ConnectionView, LiveView, VirtualClockView } from "./views";

interface TopBarProps {
  connection: ConnectionView | null;
  connectionMenu: readonly MenuEntry[];
  virtual?: VirtualClockView;
  live: LiveView | null;
  canGoBack: boolean;
  onBack: () => void;
  onForward: () => void;
  onSearch: () => void;
}

export function TopBar(props: TopBarProps) {
  const { connection, connectionMenu, virtual, live, canGoBack } = props;
  return (
    <header className={styles.bar}>
      <ConnectionBlock connection={connection} entries={connectionMenu} />
      <div className={styles.move}>
        <IconButton
          icon={ChevronLeft}
          label="Back"
          disabledReason={canGoBack ? undefined : "This is the first page."}
          onClick={props.onBack}
        />
        <IconButton icon={ChevronRight} label="Forward" onClick={props.onForward} />
      </div>
      <button type="button" className={styles.search} onClick={props.onSearch}>
        <Search size={15} aria-hidden />
        <span>
          Search<span className={styles.wideOnly}> or run a command</span>
        </span>
        <Kbd joined keys="Mod+k" />
      </button>
      <div className={styles.end}>
        <Clock virtual={virtual} />
        {live && (
          <>
            <span className={styles.rule} aria-hidden="true" />
            <LiveButton live={live} />
          </>
        )}
      </div>
    </header>
  );
}
