import { Link } from "@tanstack/react-router";
import type { RunDetail } from "@/backend";
import { Card } from "@/components/Card";
import { Pips } from "@/components/Pips";
import { AbsoluteTime, RelativeTime } from "@/components/Time";
import styles from "./Attempts.module.css";
import { type AttemptLine, attemptLines } from "./attemptLines";
import { Ruler } from "./Ruler";

/** Every attempt at the same planned time, with what comes next. Offline, other runs have no page. */
export function Attempts({ run, offline }: { run: RunDetail; offline?: boolean }) {
  const lines = attemptLines(run);
  if (lines.length === 0) return null;
  const failed = run.attempts.filter(({ status }) => status === "schedule_failed").length;
  const planned = run.row.scheduled_for !== null;
  return (
    <Card
      title="Attempts"
      fact={
        failed > 0 &&
        planned && (
          <span className={styles.used}>
            <Pips used={failed} limit={run.dead_letter_after} /> used
          </span>
        )
      }
      end={run.attempts.length > 1 && "same idempotency key every time"}
    >
      {failed > 0 && planned && <Ruler run={run} />}
      <ol className={styles.lines}>
        {lines.map((line) => (
          <Line key={line.key} line={offline ? { ...line, runId: undefined } : line} />
        ))}
      </ol>
    </Card>
  );
}

function Line({ line }: { line: AttemptLine }) {
  const { at, word, title, detail, end, ahead, runId } = line;
  return (
    <li className={styles.line} data-ahead={ahead || undefined}>
      <span className={styles.at}>
        <AbsoluteTime at={at} seconds />
      </span>
      <span className={styles.mark} data-tone={word.tone}>
        <word.icon size={13} aria-hidden />
      </span>
      <div className={styles.words}>
        <div className={styles.title}>
          {runId ? (
            <Link
              to="/runs/$runId"
              params={{ runId }}
              search={(before) => ({ tenant: before.tenant })}
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </div>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      <span className={styles.end}>{ahead ? <RelativeTime at={at} seconds /> : end}</span>
    </li>
  );
}
