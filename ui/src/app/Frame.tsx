import { useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, Database, Keyboard, PackageOpen, Search } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { ConnectionInfo } from "@/backend";
import { type Command, useActiveCommands, useCommands } from "@/components/commands";
import { connectionColour } from "./ConnectionBlock";
import styles from "./Frame.module.css";
import { KeySheet } from "./KeySheet";
import { Palette } from "./Palette";
import { type Badges, places } from "./places";
import { Sidebar } from "./Sidebar";
import { StatusBar } from "./StatusBar";
import { TopBar } from "./TopBar";
import { useConnectionMenu } from "./useConnectionMenu";
import { useFocusHome } from "./useFocusHome";
import { useMouseHistory } from "./useMouseHistory";
import { useSwitchCommands } from "./useSwitchCommands";
import { ViewCommands } from "./ViewCommands";
import type { ConnectionView, LiveView, SchedulerView, VirtualClockView } from "./views";

export interface FrameProps {
  connection: ConnectionView | null;
  /** The same as the commands tell it, for its menu. */
  opened?: ConnectionInfo | null;
  virtual?: VirtualClockView;
  live: LiveView | null;
  scheduler: SchedulerView | null;
  badges?: Badges;
  scope?: ReactNode;
  /** Saved views, under the places. */
  views?: ReactNode;
  /** Across every page: nobody sweeps, stale, migration waits. */
  banner?: ReactNode;
  /** The welcome page stands alone, without places. */
  bare?: boolean;
  children: ReactNode;
}

export function Frame(props: FrameProps) {
  const { connection, opened = null, badges = {}, bare = false } = props;
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const active = useActiveCommands();
  const [palette, setPalette] = useState<readonly Command[] | null>(null);
  const [keySheet, setKeySheet] = useState<readonly Command[] | null>(null);
  const switchers = useSwitchCommands();
  const switchTo = () => setPalette(switchers);
  const connectionMenu = useConnectionMenu(opened, switchTo);
  const back = () => router.history.back();
  const forward = () => router.history.forward();
  const page = useRef<HTMLElement>(null);
  useMouseHistory();
  useFocusHome(page);

  useCommands([
    {
      id: "connection.switch",
      label: "Switch connection",
      icon: Database,
      keys: "Mod+Shift+c",
      group: "Go to",
      inFields: true,
      run: switchTo,
    },
    ...switchers,
    {
      id: "palette",
      label: "Search or run a command",
      icon: Search,
      keys: "Mod+k",
      group: "View",
      inFields: true,
      run: () => setPalette(active),
    },
    {
      id: "back",
      label: "Back",
      icon: ChevronLeft,
      keys: "Alt+ArrowLeft",
      group: "Go to",
      run: back,
    },
    {
      id: "forward",
      label: "Forward",
      icon: ChevronRight,
      keys: "Alt+ArrowRight",
      group: "Go to",
      run: forward,
    },
    {
      id: "go.bundles",
      label: "Open an incident bundle",
      icon: PackageOpen,
      group: "Go to",
      run: () => void navigate({ to: "/bundles" }),
    },
    {
      id: "keys",
      label: "All keys",
      icon: Keyboard,
      keys: "?",
      group: "View",
      run: () => setKeySheet(active),
    },
  ]);
  return (
    <div className={styles.frame} style={connectionColour(connection)}>
      <div className={styles.line} data-none={connection === null || undefined} />
      <TopBar
        connection={connection}
        connectionMenu={connectionMenu}
        virtual={props.virtual}
        live={props.live}
        canGoBack={canGoBack}
        onBack={back}
        onForward={forward}
        onSearch={() => setPalette(active)}
      />
      <div className={styles.body}>
        {!bare && <Sidebar badges={badges} scope={props.scope} views={props.views} />}
        <main ref={page} className={styles.page} tabIndex={-1}>
          {props.banner}
          {props.children}
        </main>
      </div>
      <StatusBar scheduler={props.scheduler} onAllKeys={() => setKeySheet(active)} />
      {!bare && <GoCommands />}
      <ViewCommands />
      <Palette commands={palette} connection={connection} onClose={() => setPalette(null)} />
      <KeySheet commands={keySheet} onClose={() => setKeySheet(null)} />
    </div>
  );
}

function GoCommands() {
  const navigate = useNavigate();
  useCommands([
    ...places.map(({ id, label, icon, to, keys }) => ({
      id: `go.${id}`,
      label,
      icon,
      keys,
      group: "Go to",
      run: () => void navigate({ to }),
    })),
  ]);
  return null;
}
