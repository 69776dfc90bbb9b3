import { Link } from "@tanstack/react-router";
import { type LucideIcon, ZapOff } from "lucide-react";
import type { SchedulerStatus, StateName, Timeline, Today } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { count, relative } from "@/components/time";
import { routineStateWord, runStatusWord, type Tone } from "@/components/words";
import styles from "./Attention.module.css";
import { Pulse } from "./Pulse";

interface AttentionProps {
  day: Today;
  line: Timeline | undefined;
  scheduler: SchedulerStatus | undefined;
  tenant: string | undefined;
}

interface Cell {
  id: string;
  count: number;
  label: string;
  icon: LucideIcon;
  tone: Tone;
  detail: string;
  to: { to: "/routines" | "/runs" | "/scheduler"; search: Record<string, unknown> };
}

/** What wants somebody, in numbers; each leads to the list behind it. */
export function Attention(props: AttentionProps) {
  const now = useNow();
  const zone = useZone();
  return (
    <ul className={styles.strip} aria-label="Attention">
      <Pulse scheduler={props.scheduler} pulse={props.day.pulse} />
      {cellsOf(props, now, zone).map((cell) => (
        <li key={cell.id} className={styles.cell}>
          <Link
            className={styles.link}
            to={cell.to.to}
            search={cell.to.search as never}
            data-tone={cell.count > 0 ? cell.tone : "mute"}
          >
            <span className={styles.figure}>{count(cell.count)}</span>
            <span className={styles.label}>
              <cell.icon size={14} aria-hidden /> {cell.label}
            </span>
            <span className={styles.detail}>{cell.detail}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function cellsOf({ day, line, tenant }: AttentionProps, now: number, zone: string): Cell[] {
  const { attention } = day;
  const ofState = (id: StateName, number: number, detail: string): Cell => ({
    id,
    count: number,
    ...routineStateWord(id),
    detail,
    to: { to: "/routines", search: { state: [id], tenant } },
  });
  const inDay = (id: "schedule_failed" | "missed", detail: string): Cell => ({
    id,
    count: ended(line, id),
    ...runStatusWord(id),
    detail: line ? detail : "being counted",
    to: { to: "/runs", search: { status: [id], from: "24h", tenant } },
  });
  const retry = attention.next_retry_at;
  const cells = [
    ofState(
      "backing_off",
      attention.backing_off,
      retry ? `next try ${relative(retry, now, zone)}` : "nothing is retried",
    ),
    ofState(
      "dead_lettered",
      attention.dead_lettered,
      attention.dead_lettered === 0 ? "none gave up" : "until revived",
    ),
    ofState("switched_off", attention.switched_off, "by the scheduler"),
    inDay("schedule_failed", "in the past 24 h"),
    inDay("missed", "in the past 24 h"),
  ];
  if (attention.cannot_fire > 0) {
    cells.push(ofState("cannot_fire", attention.cannot_fire, "schedule refused"));
  }
  if (attention.overdue > 0) {
    cells.push(ofState("overdue", attention.overdue, "due and not claimed"));
  }
  if (attention.open_breakers > 0) {
    cells.push({
      id: "breakers",
      count: attention.open_breakers,
      label: "Endpoints resting",
      icon: ZapOff,
      tone: "warn",
      detail: "unavailable to several",
      to: { to: "/scheduler", search: {} },
    });
  }
  return cells;
}

function ended(line: Timeline | undefined, status: string): number {
  const counts = line?.past.flatMap((slot) => slot.counts) ?? [];
  return counts.filter((each) => each.status === status).reduce((sum, each) => sum + each.runs, 0);
}
