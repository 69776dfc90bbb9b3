import { useQuery } from "@tanstack/react-query";
import { type RoutineAction, type RoutineDetail, reads } from "@/backend";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/Button";
import { useNow, useZone } from "@/components/clock";
import { absolute, relative } from "@/components/time";
import { routineStateWord } from "@/components/words";
import { useRoutineActions } from "../actions/RoutineActions";
import { buttonLabel, verbs } from "../actions/verbs";
import { recentRuns } from "./recentQuery";

/** Why this routine does not simply fire next, and what brings it back. */
export function Explanation({ detail }: { detail: RoutineDetail }) {
  const { row } = detail;
  const { ask, isBusy } = useRoutineActions();
  const now = useNow();
  const zone = useZone();
  const { data } = useQuery(reads.runs(recentRuns(row.id)));
  const failed = data?.rows.find((run) => run.status === "schedule_failed")?.message;
  const said = explain(detail, failed ?? null, now, zone);
  if (said === null) return null;
  const offered = said.offers.filter((action) => row.actions.includes(action));
  return (
    <Banner
      tone={said.tone}
      icon={routineStateWord(row.state.kind).icon}
      title={said.title}
      actions={
        offered.length > 0 &&
        offered.map((action) => (
          <Button
            key={action}
            size={24}
            keys={verbs[action].keys}
            busy={isBusy(row.id)}
            onClick={() => ask(action, row)}
          >
            {buttonLabel(action)}
          </Button>
        ))
      }
    >
      {said.text}
    </Banner>
  );
}

interface Said {
  tone: "warn" | "bad" | "plain";
  title: string;
  text: string;
  offers: RoutineAction[];
}

function explain(
  { row, next_fires }: RoutineDetail,
  failed: string | null,
  now: number,
  zone: string,
): Said | null {
  const { state } = row;
  const cause = failed === null ? "" : `${ended(failed)} `;
  const first = next_fires[0];
  const from = first ? ` From now on it would next fire ${absolute(first.at, now, zone)}.` : "";
  switch (state.kind) {
    case "backing_off": {
      const left = state.limit - state.failures;
      const more = left === 1 ? "If one more fails" : `If ${left} more fail`;
      return {
        tone: "warn",
        title: `${times(state.failures)} in a row.`,
        text: `${cause}Next try ${relative(state.retry_at, now, zone)}, at ${absolute(state.retry_at, now, zone, true)}. ${more}, it is dead-lettered.`,
        offers: [],
      };
    }
    case "dead_lettered":
      return {
        tone: "bad",
        title: `Dead-lettered since ${absolute(state.at, now, zone)}.`,
        text: `${times(row.consecutive_failures)} in a row. ${cause}It does not fire until someone revives it.${from}`,
        offers: ["revive"],
      };
    case "switched_off":
      return {
        tone: "bad",
        title: `The system switched it off ${absolute(state.at, now, zone)}.`,
        text: `${ended(capital(state.reason))}${from}`,
        offers: ["switch_on"],
      };
    case "cannot_fire":
      return {
        tone: "bad",
        title: "It cannot fire.",
        text: `${ended(capital(state.reason))} Another trigger brings it back.`,
        offers: ["edit"],
      };
    case "off":
      return {
        tone: "plain",
        title: `${state.actor} paused it ${absolute(state.at, now, zone)}.`,
        text: `${state.reason ? `Reason: ${ended(state.reason)} ` : "No reason was given. "}${
          state.resume_at
            ? `It is back on ${absolute(state.resume_at, now, zone)}.`
            : "It stays off until someone resumes it."
        }`,
        offers: ["resume"],
      };
    case "overdue":
      return {
        tone: "warn",
        title: `It was due ${absolute(state.since, now, zone)}.`,
        text:
          state.cause === "nobody_sweeps"
            ? "No worker has begun a sweep since then. Start the scheduler or a worker."
            : "Workers sweep, but none of them may launch it: its launcher or its secret is not known there.",
        offers: [],
      };
    case "deleted":
      return {
        tone: "plain",
        title: `${state.actor} deleted it ${absolute(state.at, now, zone)}.`,
        text: "Its history is kept.",
        offers: ["restore"],
      };
    default:
      return null;
  }
}

function times(failures: number): string {
  return failures === 1 ? "1 launch failure" : `${failures} launch failures`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Stored sentences may lack their full stop. */
function ended(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}
