import { Feather } from "lucide-react";
import type { ReviveDraft } from "@/backend";
import { Select } from "@/components/Select";
import { duration } from "@/components/time";
import { NO_CANARY, type PlanChoices, SPREADS, STOPS } from "./choices";
import styles from "./Revive.module.css";
import { SpreadTrack } from "./SpreadTrack";

interface StepsProps {
  draft: ReviveDraft;
  choices: PlanChoices;
  onChange: (part: Partial<PlanChoices>) => void;
}

/** The two steps of a plan, and when each routine has its turn. */
export function Steps({ draft, choices, onChange }: StepsProps) {
  const canaries = [
    { value: NO_CANARY, label: "No canary" },
    ...draft.candidates.map((routine) => ({
      value: routine.id,
      label: routine.name,
      detail: usual(routine.usual_ms, routine.id === draft.canary),
    })),
  ];
  const tries = choices.canary !== NO_CANARY;
  return (
    <ol className={styles.steps}>
      <li>
        <h3>Canary first</h3>
        <p>
          {tries
            ? "One routine is launched now. Nothing is revived until it succeeds, at most 5 min."
            : "Nothing is tried first: the first routine comes back at once."}
        </p>
        <Select
          label="Canary"
          layout="stack"
          icon={Feather}
          value={choices.canary}
          options={canaries}
          onChange={(canary) => onChange({ canary })}
        />
      </li>
      <li>
        <h3>{tries ? "Then the others, spread out" : "All, spread out"}</h3>
        <div className={styles.rules}>
          <Select
            label="over"
            layout="stack"
            value={String(choices.spreadSeconds)}
            options={SPREADS}
            onChange={(value) => onChange({ spreadSeconds: Number(value) })}
          />
          <Select
            label="stop if so many of them fail again"
            layout="stack"
            value={choices.stopAfter === null ? "never" : String(choices.stopAfter)}
            options={STOPS}
            onChange={(value) => onChange({ stopAfter: value === "never" ? null : Number(value) })}
          />
        </div>
        <SpreadTrack
          count={draft.candidates.length}
          spreadSeconds={choices.spreadSeconds}
          canary={tries}
        />
      </li>
    </ol>
  );
}

function usual(ms: number | null, cheapest: boolean): string | undefined {
  if (ms === null) return cheapest ? "has no good run to go by" : undefined;
  return `${cheapest ? "cheapest, " : ""}usually ${duration(ms)}`;
}
