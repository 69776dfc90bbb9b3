import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CommandFailure, SharedCause, Timeline } from "@/backend";
import { Card } from "@/components/Card";
import { useNow, useZone } from "@/components/clock";
import { ErrorBand } from "@/components/ErrorBand";
import { absolute, clockTime, count } from "@/components/time";
import { runStatusWord } from "@/components/words";
import styles from "./AxisCard.module.css";
import { type Axis, axisOf } from "./axis";
import { DayAxis } from "./DayAxis";

interface AxisCardProps {
  read: UseQueryResult<Timeline>;
  cause: SharedCause | null;
  tenant: string | undefined;
}

/** A day behind and a day ahead, and the one sentence about what many failures share. */
export function AxisCard({ read, cause, tenant }: AxisCardProps) {
  const now = useNow();
  const zone = useZone();
  const line = read.data;
  const axis = line && axisOf(line, zone, now);
  return (
    <Card title="Past 24 hours, next 24 hours" end={axis && <Legend axis={axis} tenant={tenant} />}>
      {read.error && (
        <ErrorBand
          title="The timeline could not be read."
          onRetry={() => void read.refetch()}
          retrying={read.isFetching}
          details={`Code: ${(read.error as Partial<CommandFailure>).code ?? "unknown"}`}
        >
          {read.error.message}
        </ErrorBand>
      )}
      {!line && !read.error && <div className={styles.waiting} aria-busy="true" />}
      {axis && (
        <div className={styles.axis}>
          {Object.keys(axis.totals).length === 0 && (
            <p className={styles.none}>No runs were recorded in the past 24 hours.</p>
          )}
          <DayAxis
            axis={axis}
            nowLabel={clockTime(now, zone)}
            causeSince={cause && placeOf(Date.parse(cause.since), line)}
          />
        </div>
      )}
      {line && <Sentences line={line} cause={cause} tenant={tenant} />}
    </Card>
  );
}

/** In percent of the axis, as `axisOf` places it. */
function placeOf(at: number, line: Timeline): number {
  const from = Date.parse(line.from);
  const slot = line.slot_seconds * 1000;
  return ((at - from) / (Date.parse(line.to) - from + slot)) * 100;
}

const COUNTED = ["failed", "schedule_failed", "skipped", "missed"] as const;

function Legend({ axis, tenant }: { axis: Axis; tenant: string | undefined }) {
  const counted = [...COUNTED].filter((status) => (axis.totals[status] ?? 0) > 0);
  return (
    <span className={styles.legend}>
      <span>
        <i className={styles.done} /> {count(axis.totals.succeeded ?? 0)} succeeded
      </span>
      {counted.map((status) => {
        const word = runStatusWord(status);
        return (
          <Link
            key={status}
            className={styles.counted}
            data-tone={word.tone}
            data-quiet={status === "skipped" || status === "missed" || undefined}
            to="/runs"
            search={{ status: [status], from: "24h", tenant }}
          >
            <word.icon size={13} aria-hidden /> {count(axis.totals[status] ?? 0)}{" "}
            {word.label.toLowerCase()}
          </Link>
        );
      })}
      <span className={styles.rule} aria-hidden="true" />
      <span>
        <i className={styles.planned} /> {count(axis.planned)} planned
      </span>
    </span>
  );
}

function Sentences({
  line,
  cause,
  tenant,
}: { line: Timeline } & Pick<AxisCardProps, "cause" | "tenant">) {
  const now = useNow();
  const zone = useZone();
  const launch = runStatusWord(cause?.is_launch ? "schedule_failed" : "failed");
  const cut = [
    line.past_cut_at &&
      `Counted back to ${absolute(line.past_cut_at, now, zone)} only: there are more runs.`,
    line.planned_is_cut && "Planned fires are partial: there are too many to count them all.",
  ].filter((sentence) => typeof sentence === "string");
  if (!cause && line.stopped === 0 && cut.length === 0) return null;
  return (
    <div className={styles.sentences}>
      {cause && (
        <p className={styles.cause}>
          <launch.icon size={14} aria-hidden />
          <span>
            <strong>Since {absolute(cause.since, now, zone)}</strong> {cause.sentence}{" "}
            {cause.fingerprint === null ? (
              <Link
                to="/runs"
                search={{
                  status: [cause.is_launch ? "schedule_failed" : "failed"],
                  from: "24h",
                  tenant,
                }}
              >
                See the runs
              </Link>
            ) : (
              <Link to="/failures/error/$fingerprint" params={{ fingerprint: cause.fingerprint }}>
                See the group
              </Link>
            )}
          </span>
        </p>
      )}
      {cut.map((sentence) => (
        <p key={sentence} className={styles.cut}>
          {sentence}
        </p>
      ))}
      {line.stopped > 0 && (
        <p className={styles.held}>
          {line.stopped === 1
            ? "1 stopped routine holds"
            : `${count(line.stopped)} stopped routines hold`}{" "}
          back {heldBack(line.held_back)}.{" "}
          <Link
            to="/routines"
            search={{ state: ["dead_lettered", "switched_off", "cannot_fire"], tenant }}
          >
            Which {line.stopped === 1 ? "one" : "ones"}
          </Link>
        </p>
      )}
    </div>
  );
}

function heldBack(fires: number | null) {
  if (fires === null) return "more fires than can be counted";
  return (
    <strong>
      {count(fires)} {fires === 1 ? "fire" : "fires"}
    </strong>
  );
}
