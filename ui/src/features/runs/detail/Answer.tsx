import type { ReactNode } from "react";
import type { RunDetail } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { AbsoluteTime, RelativeTime } from "@/components/Time";
import { duration, millis, span } from "@/components/time";
import { runStatusWord } from "@/components/words";
import { missedWords } from "../words";
import styles from "./RunHead.module.css";

/** What became of this run, in a sentence or two, from what its row says. */
export function Answer({ run }: { run: RunDetail }) {
  const { status, message, scheduled_for: planned, missed } = run.row;
  const now = useNow();
  const zone = useZone();
  switch (status) {
    case "claimed":
      return <Claimed run={run} />;
    case "launching":
      return (
        <>
          It is being handed to its launcher
          {run.launched_at && (
            <>
              {", since "}
              <AbsoluteTime at={run.launched_at} seconds />
            </>
          )}
          .
        </>
      );
    case "running":
      return <Running since={run.row.started_at ?? run.launched_at} now={now} />;
    case "succeeded":
      return <Ended run={run} how="It succeeded" />;
    case "failed":
      return (
        <>
          <Ended run={run} how="The work started and failed" /> {message}
        </>
      );
    case "schedule_failed":
      return <Refused run={run} />;
    case "skipped":
      return <>{message ?? "It was skipped, and no reason was recorded."}</>;
    case "missed":
      return (
        <>
          {message ?? "Nobody looked in time."}
          {planned && missed && missed.count > 1 && ` ${missedWords(planned, missed, now, zone)}.`}
        </>
      );
    case "cancelled":
      return <>{message ?? "It was cancelled."}</>;
    case "abandoned":
      return (
        <>
          {message ?? "Its worker was lost."} It is presumed lost: an outcome that arrives late
          still replaces this.
        </>
      );
    default:
      return (
        <>
          This version does not know the status {runStatusWord(status).label}. {message}
        </>
      );
  }
}

function Claimed({ run: { row } }: { run: RunDetail }) {
  if (row.waits_for) return <>It is claimed and waits for {row.waits_for}.</>;
  if (row.worker === null) return <>It waits for a worker to take it up.</>;
  return <>{row.worker} has claimed it. Nothing has been launched yet.</>;
}

function Running({ since, now }: { since: string | null; now: number }) {
  if (since === null) return <>The work is under way.</>;
  return (
    <>
      The work is under way for <strong>{span(now - millis(since))}</strong>, since{" "}
      <AbsoluteTime at={since} seconds />.
    </>
  );
}

function Ended({ run: { row }, how }: { run: RunDetail; how: string }) {
  return (
    <>
      {how}
      {row.duration_ms !== null && ` after ${duration(row.duration_ms)}`}
      {row.finished_at && (
        <>
          {", at "}
          <AbsoluteTime at={row.finished_at} seconds />
        </>
      )}
      .
    </>
  );
}

const TIMES = ["", "", " twice", " three times", " four times", " five times"];

function Refused({ run }: { run: RunDetail }) {
  const { row, attempts } = run;
  const failures = attempts.filter(
    ({ status, attempt }) => status === "schedule_failed" && attempt <= row.attempt,
  ).length;
  const times = TIMES[failures] ?? ` ${failures} times`;
  return (
    <>
      The launch failed{times}, so the work <strong>never started</strong>. {row.message}{" "}
      <Consequence run={run} />
    </>
  );
}

function Consequence({ run }: { run: RunDetail }): ReactNode {
  const { row, attempts, next_attempt_at: next } = run;
  const later = attempts.at(-1);
  if (later && later.attempt > row.attempt) {
    const word = runStatusWord(later.status).label.toLowerCase();
    return `Attempt ${later.attempt} came after it: ${word}.`;
  }
  if (row.dead_lettered) {
    return "It was the last attempt allowed: the routine was dead-lettered.";
  }
  if (next === null) return null;
  return (
    <>
      Next try{" "}
      <strong className={styles.soon}>
        <RelativeTime at={next} seconds />
      </strong>
      , at <AbsoluteTime at={next} seconds />.
    </>
  );
}
