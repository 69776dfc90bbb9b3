import { type MouseEvent, useState } from "react";
import { useNow, useZone } from "./clock";
import styles from "./OutcomeStrip.module.css";
import { absolute, type Instant } from "./time";
import { type Glyph, runStatusWord } from "./words";

export interface Outcome {
  runId: string;
  status: string;
  at: Instant;
}

interface OutcomeStripProps {
  /** Oldest first; the newest twenty are drawn. */
  outcomes: readonly Outcome[];
  onOpen?: (runId: string) => void;
}

const SLOTS = 20;
const STEP = 5;
const WIDTH = SLOTS * STEP - 1;
const HEIGHT = 12;

/**
 * The last twenty outcomes; shapes tell them apart without colour (ui-spec 4.2). A list has a thousand of
 * these marks: those of one look are one path, and only the one under the pointer has a title.
 */
export function OutcomeStrip({ outcomes, onOpen }: OutcomeStripProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const recent = outcomes.slice(-SLOTS);
  const empty = SLOTS - recent.length;
  const under = pointed === null ? undefined : recent[pointed - empty];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut; the run list is the accessible way
    <svg
      className={styles.strip}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={summary(recent)}
      onPointerMove={(event) => setPointed(slotUnder(event))}
      onPointerLeave={() => setPointed(null)}
      onClick={(event) => {
        const chosen = recent[slotUnder(event) - empty];
        if (!onOpen || !chosen) return;
        event.stopPropagation();
        onOpen(chosen.runId);
      }}
    >
      {under && <Title outcome={under} />}
      {/* Between the marks the pointer is still over the strip. */}
      <rect className={styles.target} width={WIDTH} height={HEIGHT} />
      {onOpen && under && pointed !== null && (
        <rect className={styles.pointed} x={pointed * STEP - 0.5} width={STEP} height={HEIGHT} />
      )}
      {empty > 0 && <path className={styles.dot} d={dots(empty)} />}
      {[...looks(recent, empty)].map(([key, { glyph, tone, path }]) => (
        <path key={key} className={styles[drawn[glyph]]} data-tone={tone} d={path} />
      ))}
    </svg>
  );
}

function Title({ outcome }: { outcome: Outcome }) {
  const said = absolute(outcome.at, useNow(), useZone());
  return <title>{`${said}, ${runStatusWord(outcome.status).label}`}</title>;
}

/** Whatever the scale of the page. */
function slotUnder(event: MouseEvent<SVGSVGElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return width > 0 ? Math.floor((((event.clientX - left) / width) * WIDTH + 0.5) / STEP) : -1;
}

const drawn: Record<Glyph, "fill" | "edge" | "dotted" | "outlined"> = {
  tall: "fill",
  split: "fill",
  low: "fill",
  hollow: "edge",
  dotted: "dotted",
  outlined: "outlined",
};

const shapes: Record<Glyph, (x: number) => string> = {
  tall: (x) => box(x, 0, 4, HEIGHT),
  split: (x) => box(x, 0, 4, 5) + box(x, 7, 4, 5),
  low: (x) => box(x, 9, 4, 3),
  hollow: (x) => box(x + 0.5, 4.5, 3, 7),
  dotted: (x) => box(x + 0.5, 0.5, 3, 11),
  outlined: (x) => box(x + 0.5, 0.5, 3, 11),
};

function looks(outcomes: readonly Outcome[], empty: number) {
  const found = new Map<string, { glyph: Glyph; tone: string; path: string }>();
  for (const [index, { status }] of outcomes.entries()) {
    const { glyph, tone } = runStatusWord(status);
    const key = `${glyph} ${tone}`;
    const before = found.get(key)?.path ?? "";
    found.set(key, { glyph, tone, path: before + shapes[glyph]((empty + index) * STEP) });
  }
  return found;
}

/** A rectangle with corners rounded by half a pixel. */
function box(x: number, y: number, width: number, height: number): string {
  const corner = (to: string) => `a.5.5 0 0 1 ${to}`;
  return (
    `M${x + 0.5} ${y}h${width - 1}${corner(".5 .5")}v${height - 1}${corner("-.5 .5")}` +
    `h${1 - width}${corner("-.5 -.5")}v${1 - height}${corner(".5 -.5")}z`
  );
}

function dots(slots: number): string {
  const round = "a.75.75 0 1 0 1.5 0a.75.75 0 1 0-1.5 0";
  return Array.from(
    { length: slots },
    (_, slot) => `M${slot * STEP + 1.25} ${HEIGHT - 1}${round}`,
  ).join("");
}

function summary(outcomes: readonly Outcome[]): string {
  if (outcomes.length === 0) return "has never run";
  const counts = new Map<string, number>();
  for (const { status } of outcomes) {
    const { label } = runStatusWord(status);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const parts = [...counts].map(([label, times]) => `${times} ${label.toLowerCase()}`);
  return `Last ${outcomes.length}: ${parts.join(", ")}`;
}
