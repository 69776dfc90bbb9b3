import { Hourglass } from "lucide-react";
import { OneInCircle } from "@/components/icons";
import { count } from "@/components/time";
import { runStatusWord } from "@/components/words";
import type { Axis, Sign } from "./axis";
import styles from "./DayAxis.module.css";

const HEIGHT = 172;
const TOP = 18;
const BASE = 118;
const LANE = 132;
const HOURS = 166;

interface DayAxisProps {
  axis: Axis;
  /** The time beside the line of now: "14:32". */
  nowLabel: string;
  /** From where on one cause is behind the failures; drawn as a bracket. */
  causeSince: number | null;
}

/** Past outcomes and planned fires on one line, what went wrong in a lane beneath. */
export function DayAxis({ axis, nowLabel, causeSince }: DayAxisProps) {
  const y = (value: number) => BASE - (value / axis.top) * (BASE - TOP);
  return (
    <svg className={styles.axis} height={HEIGHT} role="img" aria-label={summary(axis)}>
      <rect
        className={styles.ahead}
        x={pct(axis.now)}
        y={0}
        width={pct(100 - axis.now)}
        height={BASE}
      />
      {axis.grid.map(({ at, label }) => (
        <g key={at}>
          <line className={styles.grid} x1="0" x2="100%" y1={y(at)} y2={y(at)} />
          <text className={styles.small} x="100%" dx={-2} y={y(at) - 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {axis.days.map(({ x, label }, index) => (
        <g key={x}>
          {index > 0 && (
            <line className={styles.midnight} x1={pct(x)} x2={pct(x)} y1={0} y2={BASE} />
          )}
          <text className={styles.small} x={pct(x)} dx={index > 0 ? 5 : 2} y={10}>
            {label}
          </text>
        </g>
      ))}
      {axis.clockChanges.map(({ x, label }) => (
        <g key={x}>
          <line className={styles.clockChange} x1={pct(x)} x2={pct(x)} y1={TOP} y2={BASE + 6} />
          <text className={styles.change} x={pct(x)} dx={4} y={TOP + 12}>
            clock change, {label}
          </text>
        </g>
      ))}
      {axis.bars.map((bar) => (
        <g key={`${bar.at}${bar.ahead}`}>
          <title>{bar.said}</title>
          <rect
            className={styles.reach}
            x={pct(bar.x)}
            width={pct(bar.width)}
            y={TOP}
            height={BASE - TOP}
          />
          {bar.count > 0 && (
            <rect
              className={bar.ahead ? styles.planned : styles.done}
              x={pct(bar.x + bar.width * 0.15)}
              width={pct(bar.width * 0.7)}
              y={y(bar.count)}
              height={BASE - y(bar.count)}
              rx={1}
            />
          )}
        </g>
      ))}
      <line className={styles.base} x1="0" x2="100%" y1={BASE} y2={BASE} />
      <line className={styles.now} x1={pct(axis.now)} x2={pct(axis.now)} y1={8} y2={BASE + 22} />
      {axis.peak && (
        <text
          className={styles.peak}
          x={pct(axis.peak.x)}
          dx={axis.peak.anchor === "start" ? 6 : 0}
          y={y(axis.peak.count) - 6}
          textAnchor={axis.peak.anchor}
        >
          {axis.peak.label}
        </text>
      )}
      {axis.signs.map((sign) => (
        <LaneSign key={`${sign.x}${sign.kind}`} sign={sign} />
      ))}
      {causeSince !== null && causeSince < axis.now && (
        <Bracket from={Math.max(0, causeSince)} to={axis.now} />
      )}
      {axis.hours.map(({ x, label }) => (
        <text key={x} className={styles.small} x={pct(x)} y={HOURS} textAnchor="middle">
          {label}
        </text>
      ))}
      <svg x={pct(axis.now)} overflow="visible" aria-hidden="true">
        <rect className={styles.pill} x={-34} y={0} width={68} height={15} rx={3} />
        <text className={styles.pillText} x={0} y={11} textAnchor="middle">
          now {nowLabel}
        </text>
      </svg>
    </svg>
  );
}

function LaneSign({ sign }: { sign: Sign }) {
  const { icon: Icon, tone } = wordOf(sign.kind);
  return (
    <svg x={pct(sign.x)} overflow="visible" className={styles.sign} data-tone={tone}>
      <title>{sign.said}</title>
      <Icon size={13} x={sign.count > 1 ? -12 : -6} y={LANE - 7} aria-hidden />
      {sign.count > 1 && (
        <text x={4} y={LANE + 4}>
          {count(sign.count)}
        </text>
      )}
    </svg>
  );
}

function wordOf(kind: Sign["kind"]) {
  if (kind === "retry") return { icon: Hourglass, tone: "warn" };
  if (kind === "once") return { icon: OneInCircle, tone: "plain" };
  return runStatusWord(kind);
}

function Bracket({ from, to }: { from: number; to: number }) {
  const y = LANE + 14;
  return (
    <g className={styles.bracket}>
      <line x1={pct(from)} x2={pct(to)} y1={y} y2={y} />
      <line x1={pct(from)} x2={pct(from)} y1={y - 4} y2={y} />
      <line x1={pct(to)} x2={pct(to)} y1={y - 4} y2={y} />
    </g>
  );
}

function pct(share: number): string {
  return `${Number(share.toFixed(3))}%`;
}

function summary(axis: Axis): string {
  const past = Object.entries(axis.totals).map(
    ([status, runs]) => `${count(runs)} ${runStatusWord(status).label.toLowerCase()}`,
  );
  const before = past.length > 0 ? past.join(", ") : "no runs";
  const peak = axis.peak ? `, ${axis.peak.label}` : "";
  return `Past 24 hours: ${before}. Next 24 hours: ${count(axis.planned)} planned${peak}.`;
}
