import type {
  Check,
  EvidenceReport,
  Explanation,
  Question,
  RoutineEvidence,
  Tally,
} from "@/backend";
import { at } from "./factories";

export function tally(part: Partial<Tally> = {}): Tally {
  return {
    due: 24,
    fired: 24,
    schedule_failed: 0,
    skipped: 0,
    missed: 0,
    abandoned: 0,
    open: 0,
    lost: 0,
    doubled: 0,
    explained: 0,
    not_provable: 0,
    ...part,
  };
}

export function routineEvidence(part: Partial<RoutineEvidence> = {}): RoutineEvidence {
  return {
    routine_id: "r-ledger",
    routine_name: "Nightly ledger",
    tenant_name: "Alder Freight",
    tally: tally(),
    dead_lettered: false,
    unrecorded_change: false,
    provable_from: null,
    strip: Array.from({ length: 24 }, () => "fired" as const),
    findings: [],
    ...part,
  };
}

export function evidenceReport(part: Partial<EvidenceReport> = {}): EvidenceReport {
  return {
    from: at(-1440),
    to: at(0),
    tally: tally(),
    dead_lettered: 0,
    unrecorded_changes: 0,
    examined: 1,
    routines: [routineEvidence()],
    now: at(0),
    ...part,
  };
}

export function check(question: Question, part: Partial<Check> = {}): Check {
  return { question, verdict: "yes", answer: "As it should.", proof: [], decides: false, ...part };
}

export function explanation(part: Partial<Explanation> = {}): Explanation {
  return {
    routine_id: "r-ledger",
    routine_name: "Nightly ledger",
    tenant_name: "Alder Freight",
    at: at(-30),
    zone: "Europe/Vienna",
    answer: "Fired for Thu 22 Oct 2026 14:00:00 UTC+2 and succeeded.",
    checks: [
      check("was_on", { proof: [{ kind: "change", at: at(-9000), revision: 14 }] }),
      check("was_planned"),
      check("clock_change_near", {
        verdict: "no",
        proof: [{ kind: "zone_data", release: "2026b" }],
      }),
      check("looked_in_time"),
      check("claimed_once", { proof: [{ kind: "run", id: "u-1" }] }),
      check("other_run_open", { verdict: "no" }),
      check("launch_accepted"),
      check("work_ended", { decides: true, answer: "Succeeded after 3 s." }),
    ],
    run_id: "u-1",
    planned_before: at(-60),
    planned_after: null,
    now: at(0),
    ...part,
  };
}
