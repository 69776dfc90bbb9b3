import type { RunDetail } from "@/backend";
import { millis, span } from "@/components/time";

/** One attempt on the ruler: made, coming, or only possible. */
export interface Mark {
  number: number;
  kind: "refused" | "done" | "next" | "possible";
  at: string | null;
}

/** The way from one mark to the next one. */
export interface Wait {
  kind: "past" | "now" | "possible";
  /** "wait 2 min" */
  label: string | null;
  /** How much of it has passed, 0 to 1, where `now` lies in it. */
  passed: number;
}

/** More marks than this do not fit; the list below has them all. */
const MOST = 10;

/** Marks stand evenly: attempts are seconds apart at first and an hour at last. */
export function rulerMarks(run: RunDetail, now: number): { marks: Mark[]; waits: Wait[] } {
  const made = run.attempts.filter(({ attempt }) => attempt > 0).slice(-MOST);
  const marks: Mark[] = made.map((row) => ({
    number: row.attempt,
    kind: row.status === "schedule_failed" ? "refused" : "done",
    at: row.finished_at ?? row.recorded_at,
  }));
  const next = run.next_attempt_at;
  if (next !== null) {
    marks.push({ number: (marks.at(-1)?.number ?? 0) + 1, kind: "next", at: next });
    const limit = run.dead_letter_after;
    for (let number = (marks.at(-1)?.number ?? 0) + 1; number <= limit; number += 1) {
      if (marks.length >= MOST) break;
      marks.push({ number, kind: "possible", at: null });
    }
  }
  const waits = marks.slice(1).map((mark, index): Wait => {
    const failedAt = made[index]?.finished_at ?? null;
    const until = mark.kind === "next" ? next : (made[index + 1]?.recorded_at ?? null);
    if (failedAt === null || until === null) return { kind: "possible", label: null, passed: 0 };
    const whole = millis(until) - millis(failedAt);
    const gone = now - millis(failedAt);
    return {
      kind: mark.kind === "next" ? "now" : "past",
      label: `wait ${span(whole)}`,
      passed: whole > 0 ? Math.min(1, Math.max(0, gone / whole)) : 1,
    };
  });
  return { marks, waits };
}
