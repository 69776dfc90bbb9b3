import { useState } from "react";
import { useNow, useZone } from "./clock";
import styles from "./OutcomeStrip.module.css";
import { absolute, type Instant } from "./time";
import { runStatusWord } from "./words";

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
const WIDTH = 4;
const HEIGHT = 12;

/** The last twenty outcomes; shapes tell them apart without colour (ui-spec 4.2). */
export function OutcomeStrip({ outcomes, onOpen }: OutcomeStripProps) {
  const [pointed, setPointed] = useState(false);
  const recent = outcomes.slice(-SLOTS);
  const empty = SLOTS - recent.length;
  return (
    <svg
      className={styles.strip}
      width={SLOTS * STEP - 1}
      height={HEIGHT}
      role="img"
      aria-label={summary(recent)}
      // Only the title under the pointer is read, and a list has hundreds of them.
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      {Array.from({ length: empty }, (_, slot) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
        <circle key={slot} className={styles.dot} cx={slot * STEP + 2} cy={HEIGHT - 1} r={0.75} />
      ))}
      {recent.map((outcome, index) => {
        const word = runStatusWord(outcome.status);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the run list is the accessible way
          <g
            key={outcome.runId}
            transform={`translate(${(empty + index) * STEP} 0)`}
            data-tone={word.tone}
            className={onOpen && styles.open}
            onClick={
              onOpen &&
              ((event) => {
                event.stopPropagation();
                onOpen(outcome.runId);
              })
            }
          >
            {pointed && <Title at={outcome.at} word={word.label} />}
            <rect className={styles.target} x={-0.5} width={STEP} height={HEIGHT} />
            {shapes[word.glyph]}
          </g>
        );
      })}
    </svg>
  );
}

function Title({ at, word }: { at: Instant; word: string }) {
  return <title>{`${absolute(at, useNow(), useZone())}, ${word}`}</title>;
}

const shapes = {
  tall: <rect className={styles.fill} width={WIDTH} height={HEIGHT} rx={0.5} />,
  split: (
    <>
      <rect className={styles.fill} width={WIDTH} height={5} rx={0.5} />
      <rect className={styles.fill} y={7} width={WIDTH} height={5} rx={0.5} />
    </>
  ),
  hollow: <rect className={styles.edge} x={0.5} y={4.5} width={3} height={7} rx={0.5} />,
  low: <rect className={styles.fill} y={9} width={WIDTH} height={3} rx={0.5} />,
  dotted: <rect className={styles.dotted} x={0.5} y={0.5} width={3} height={11} rx={0.5} />,
  outlined: <rect className={styles.outlined} x={0.5} y={0.5} width={3} height={11} rx={0.5} />,
} as const;

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
