import { Pause, Radio, Unplug } from "lucide-react";
import { useNow, useZone } from "@/components/clock";
import { useCommands } from "@/components/commands";
import { count, relative } from "@/components/time";
import styles from "./TopBar.module.css";
import type { LiveView } from "./views";

const icons = { live: Radio, paused: Pause, stale: Unplug };
const words = { live: "Live", paused: "Paused", stale: "Stale" };

/** Whether what is shown still follows the database; pressing it holds or applies changes. */
export function LiveButton({ live }: { live: LiveView }) {
  const now = useNow();
  const zone = useZone();
  const Icon = icons[live.state];
  const label = live.state === "live" ? "Hold live changes" : "Apply held-back changes";
  useCommands([{ id: "live", label, icon: Icon, keys: "l", group: "View", run: live.onToggle }]);
  return (
    <button
      type="button"
      className={styles.live}
      data-state={live.state}
      aria-label={`${words[live.state]}, ${label.toLowerCase()}`}
      onClick={live.onToggle}
    >
      <Icon size={14} aria-hidden />
      {words[live.state]}
      {live.state === "paused" && live.newer > 0 && <small>{count(live.newer)} newer</small>}
      {live.state === "stale" && <small>{relative(live.since, now, zone)}</small>}
    </button>
  );
}
