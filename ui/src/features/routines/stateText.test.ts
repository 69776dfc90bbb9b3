import { describe, expect, it } from "vitest";
import type { RoutineState } from "@/backend";
import { at, routineRow } from "@/testing/factories";
import { NOW } from "@/testing/render";
import { nextFire, rowLabel, stateLabel, stateReason } from "./stateText";

const times = { now: NOW, zone: "Europe/Vienna" };
const row = (state: RoutineState) => routineRow({ state });

describe("a routine's state in words", () => {
  it.each<[RoutineState, string | null, string, string]>([
    [{ kind: "scheduled", next_fire_at: at(28) }, null, "", "15:00"],
    [{ kind: "running", since: at(-12) }, "for 12 min", "", "15:00"],
    [
      {
        kind: "running",
        since: at(-12),
        waits_for: "an answer: endpoint http://hub.example:80 is down since 14:20",
      },
      "for an answer: endpoint http://hub.example:80 is down since 14:20",
      "",
      "15:00",
    ],
    [
      { kind: "overdue", since: at(-4), cause: "nobody_sweeps" },
      "no worker has swept since 14:28",
      "14:28",
      "was due",
    ],
    [
      { kind: "overdue", since: at(-4), cause: "no_able_worker" },
      "no worker may launch it",
      "14:28",
      "was due",
    ],
    [
      { kind: "backing_off", failures: 2, limit: 5, retry_at: at(1.2) },
      "2 of 5",
      "",
      "retry 14:33:20",
    ],
    [{ kind: "dead_lettered", at: at(-51) }, "gave up 13:41", "none", "until revived"],
    [
      { kind: "off", actor: "ines", reason: "", at: at(-9), resume_at: null },
      "by ines",
      "none",
      "until resumed",
    ],
    [
      { kind: "off", actor: "ines", reason: "", at: at(-9), resume_at: at(60 * 24 * 11) },
      "by ines",
      "none",
      "back on 2 Nov",
    ],
    [
      { kind: "switched_off", reason: "after 10 failures", at: at(-60 * 48) },
      "after 10 failures",
      "none",
      "switched off Tue",
    ],
    [{ kind: "cannot_fire", reason: "30 February", at: at(0) }, "30 February", "none", ""],
    [{ kind: "manual" }, null, "by hand", ""],
    [{ kind: "done", at: at(-1) }, "no further fire", "none", ""],
    [{ kind: "deleted", actor: "ines", at: at(-2) }, "by ines, 2 min ago", "none", ""],
  ])("%j", (state, reason, words, detail) => {
    expect(stateReason(row(state), times)).toBe(reason);
    expect(nextFire(row(state), times)).toMatchObject({ words, detail });
  });

  it("calls a run that may not be launched yet by its waiting", () => {
    const waiting = row({ kind: "running", since: at(-12), waits_for: "a place: 2 of 2" });
    expect(stateLabel(waiting, times)).toBe("Waits");
    expect(rowLabel(waiting, times)).toContain("waits, for a place: 2 of 2");
  });

  it("says how long a fire is overdue, never below zero", () => {
    const overdue = (minutes: number) =>
      stateLabel(row({ kind: "overdue", since: at(minutes), cause: "nobody_sweeps" }), times);
    expect(overdue(-4)).toBe("Overdue by 4 min");
    expect(overdue(1)).toBe("Overdue by 0 s");
  });

  it("reads as one sentence", () => {
    const state: RoutineState = { kind: "backing_off", failures: 2, limit: 5, retry_at: at(1.2) };
    expect(rowLabel(row(state), times)).toBe(
      "Shift handover notes, Alder Freight, backing off, 2 of 5, retry at 14:33:20",
    );
  });
});
