import { CircleCheck, CircleX, type LucideIcon, TriangleAlert, Unplug } from "lucide-react";
import type { HubProbeRow, ProbeFinding } from "@/backend";
import { RelativeTime } from "@/components/Time";
import styles from "./Scheduler.module.css";

const findings: Record<ProbeFinding, { word: string; icon: LucideIcon; tone: string }> = {
  accepted: { word: "Accepts hand-offs", icon: CircleCheck, tone: "ok" },
  refused: { word: "Refuses the secret", icon: CircleX, tone: "bad" },
  not_mounted: { word: "No such address", icon: CircleX, tone: "bad" },
  unreachable: { word: "Unreachable", icon: Unplug, tone: "warn" },
  unexpected: { word: "Not a hub’s answer", icon: TriangleAlert, tone: "warn" },
};

/** What workers found when they started and asked the hubs they hand off to. Nothing where none did. */
export function Hubs({ probes }: { probes: readonly HubProbeRow[] }) {
  if (probes.length === 0) return null;
  return (
    <section className={styles.card} aria-label="Hubs">
      <header className={styles.head}>
        <h2>Hubs</h2>
        <span>as each worker found them when it started</span>
      </header>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {["Hub", "Worker", "Asked", "Verdict", "What it means"].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {probes.map((probe) => (
              <Probe key={`${probe.worker} ${probe.hub} ${probe.sentence}`} probe={probe} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Probe({ probe }: { probe: HubProbeRow }) {
  const { word, icon: Icon, tone } = findings[probe.finding];
  return (
    <tr>
      <th scope="row">{probe.hub}</th>
      <td>{probe.worker}</td>
      <td>
        <RelativeTime at={probe.asked_at} seconds />
      </td>
      <td>
        <span className={styles.state} data-tone={tone}>
          <Icon size={14} aria-hidden />
          {word}
        </span>
      </td>
      <td className={styles.note}>{probe.sentence}</td>
    </tr>
  );
}
