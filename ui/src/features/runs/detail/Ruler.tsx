import type { RunDetail } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { absolute } from "@/components/time";
import styles from "./Ruler.module.css";
import { type Mark, rulerMarks, type Wait } from "./rulerMarks";

const LINE = 42;
const HEIGHT = 72;

/** Attempts and the waits between them; the list below says the same in words. */
export function Ruler({ run }: { run: RunDetail }) {
  const now = useNow();
  const zone = useZone();
  const { marks, waits } = rulerMarks(run, now);
  if (marks.length < 2) return null;
  const step = 100 / (marks.length - 1);
  const last = marks.length - 1;
  const gaveUp = run.attempts.some((row) => row.dead_lettered);
  const label = (mark: Mark, index: number) => {
    const time = mark.at && absolute(mark.at, now, zone, true);
    if (index !== last) return time;
    if (gaveUp) return [time, "gave up"].filter(Boolean).join(", ");
    return mark.kind === "possible" ? "then dead-lettered" : time;
  };
  return (
    <div className={styles.ruler}>
      <svg width="100%" height={HEIGHT} overflow="visible" aria-hidden="true">
        {waits.map((wait, index) => (
          <Way
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
            key={index}
            wait={wait}
            from={index * step}
            to={(index + 1) * step}
          />
        ))}
        {marks.map((mark, index) => (
          <svg
            key={mark.number}
            x={`${index * step}%`}
            y={LINE}
            overflow="visible"
            aria-hidden="true"
          >
            <circle className={styles[mark.kind]} r={7.5} />
            {mark.kind === "refused" ? (
              <path className={styles.cross} d="m-2.5-2.5 5 5m0-5-5 5" />
            ) : (
              <text className={styles.number} data-kind={mark.kind} y={4}>
                {mark.number}
              </text>
            )}
            <text
              className={styles.time}
              data-kind={mark.kind}
              textAnchor={index === 0 ? "start" : index === last ? "end" : "middle"}
              x={index === 0 ? -7.5 : index === last ? 7.5 : 0}
              y={25}
            >
              {label(mark, index)}
            </text>
          </svg>
        ))}
      </svg>
    </div>
  );
}

function Way({ wait, from, to }: { wait: Wait; from: number; to: number }) {
  const now = from + (to - from) * wait.passed;
  const waiting = wait.kind === "now" && wait.passed < 1;
  return (
    <>
      <line className={styles[wait.kind]} x1={`${from}%`} x2={`${to}%`} y1={LINE} y2={LINE} />
      {waiting && (
        <>
          <line className={styles.past} x1={`${from}%`} x2={`${now}%`} y1={LINE} y2={LINE} />
          <svg x={`${now}%`} y={LINE} overflow="visible" aria-hidden="true">
            <line className={styles.tick} y1={-7} y2={7} />
            <text className={styles.tickLabel} y={-27}>
              now
            </text>
          </svg>
        </>
      )}
      <text className={styles.wait} x={`${(from + to) / 2}%`} y={LINE - 13}>
        {wait.label}
      </text>
    </>
  );
}
