import { Bookmark, Hourglass } from "lucide-react";
import type { RunDetail, RunRow } from "@/backend";
import { duration, millis, span } from "@/components/time";
import { runStatusWord, type Word } from "@/components/words";

/** One line of what happened to a planned time. */
export interface AttemptLine {
  key: string;
  at: string;
  word: Pick<Word, "icon" | "tone">;
  title: string;
  detail: string;
  /** Muted, at the right: how long it took. */
  end?: string;
  /** Still to come: the countdown stands at the right. */
  ahead?: boolean;
  /** Another run's page. */
  runId?: string;
}

/** Newest first: what comes next, each attempt, and at the bottom who claimed it. */
export function attemptLines(run: RunDetail): AttemptLine[] {
  const launched = run.attempts.filter(({ attempt }) => attempt > 0);
  const lines = launched.map((row) => attemptLine(run, row)).reverse();
  const next = nextLine(run, launched);
  const claim = claimLine(run, launched[0]);
  return [...(next ? [next] : []), ...lines, ...(claim ? [claim] : [])];
}

const VERBS: Partial<Record<string, string>> = {
  schedule_failed: "launch failed",
  abandoned: "lost its worker",
};

function attemptLine(run: RunDetail, row: RunRow): AttemptLine {
  const word = runStatusWord(row.status);
  const isThis = row.id === run.row.id;
  const verb = VERBS[row.status] ?? word.label.toLowerCase();
  const waits = row.waits_for && `waits for ${row.waits_for}`;
  const parts = [row.message ?? waits, row.worker && `worker ${row.worker}`];
  return {
    key: row.id,
    at: (isThis ? run.launched_at : row.started_at) ?? row.recorded_at,
    word,
    title: `Attempt ${row.attempt}, ${verb}`,
    detail: parts.filter(Boolean).join(" · "),
    end: row.duration_ms === null ? undefined : `took ${duration(row.duration_ms)}`,
    runId: isThis ? undefined : row.id,
  };
}

function nextLine(run: RunDetail, launched: readonly RunRow[]): AttemptLine | null {
  const last = launched.at(-1);
  if (run.next_attempt_at === null) return null;
  const failedAt = last?.finished_at;
  const wait = failedAt && span(millis(run.next_attempt_at) - millis(failedAt));
  return {
    key: "next",
    at: run.next_attempt_at,
    word: { icon: Hourglass, tone: "warn" },
    title: `Attempt ${(last?.attempt ?? 0) + 1}`,
    detail: wait ? `waits ${wait} after the last failure` : "waits before it is launched again",
    ahead: true,
  };
}

function claimLine(run: RunDetail, first: RunRow | undefined): AttemptLine | null {
  if (!first || first.status === "missed") return null;
  const planned = first.scheduled_for;
  const late = planned === null ? null : millis(first.recorded_at) - millis(planned);
  const parts = [
    late !== null && late >= 0 && `${duration(late)} after its time`,
    `revision ${run.revision}`,
  ];
  return {
    key: "claim",
    at: first.recorded_at,
    word: { icon: Bookmark, tone: "accent" },
    title: first.worker === null ? "Recorded for any worker" : `Claimed by ${first.worker}`,
    detail: parts.filter(Boolean).join(", "),
  };
}
