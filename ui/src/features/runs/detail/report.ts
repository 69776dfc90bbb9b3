import type { RunDetail, RunError } from "@/backend";
import { maskedText } from "@/components/jsonLayout";
import { duration, isoUtc } from "@/components/time";
import { causeWord, runStatusWord } from "@/components/words";

/** What is copied to pass a run on: text, times in UTC, secrets masked. */

export function errorText({ code, message, detail }: RunError): string {
  return [message, `Code: ${code}`, detail && maskedText(detail)].filter(Boolean).join("\n");
}

export function runReport(run: RunDetail): string {
  const { row } = run;
  const when = (at: string | null) => (at === null ? "none" : isoUtc(at));
  const facts = [
    `${row.routine_name} (${row.tenant_name})`,
    `Status: ${runStatusWord(row.status).label}${row.dead_lettered ? ", dead-lettered" : ""}`,
    `Cause: ${causeWord(row.cause).label}, attempt ${row.attempt}, revision ${run.revision}`,
    `Planned: ${when(row.scheduled_for)}`,
    row.missed && `Missed: ${row.missed.count}, until ${when(row.missed.until)}`,
    `Recorded: ${when(row.recorded_at)}`,
    `Launched: ${when(run.launched_at)}`,
    `Started: ${when(row.started_at)}`,
    `Finished: ${when(row.finished_at)}`,
    row.duration_ms !== null && `Took: ${duration(row.duration_ms)}`,
    `Definition: ${run.definition_name} (${run.launcher})`,
    `Worker: ${row.worker ?? "none"}`,
    `Key: ${run.idempotency_key}`,
    `Run: ${row.id}`,
    row.waits_for && `Waits for: ${row.waits_for}`,
    run.next_attempt_at && `Next attempt: ${when(run.next_attempt_at)}`,
  ];
  const attempts = run.attempts.map(
    ({ attempt, recorded_at, status, message }) =>
      `${attempt}. ${when(recorded_at)} ${runStatusWord(status).label}${message ? `: ${message}` : ""}`,
  );
  return [
    facts.filter(Boolean).join("\n"),
    part("Message", run.error ? errorText(run.error) : row.message),
    part("Attempts", attempts.length > 1 ? attempts.join("\n") : null),
    part("Instruction", run.instruction),
    part("Input", maskedText(run.input)),
    part("Output", run.output && maskedText(run.output)),
  ]
    .filter((text) => text !== null)
    .join("\n\n");
}

function part(title: string, text: string | null): string | null {
  return text ? `${title}\n${text}` : null;
}
