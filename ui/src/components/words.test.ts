import { Info } from "lucide-react";
import { describe, expect, it } from "vitest";
import {
  causeWord,
  knownCauses,
  knownRoutineStates,
  knownRunStatuses,
  routineStateWord,
  runStatusWord,
} from "./words";

describe("the table of words", () => {
  it("covers every state, status and cause of the domain", () => {
    expect([...knownRoutineStates].sort()).toEqual(
      [
        "deleted cannot_fire switched_off off dead_lettered done",
        "running overdue backing_off scheduled manual",
      ]
        .join(" ")
        .split(" ")
        .sort(),
    );
    expect([...knownRunStatuses].sort()).toEqual(
      [
        "claimed launching running succeeded failed schedule_failed",
        "skipped missed cancelled abandoned",
      ]
        .join(" ")
        .split(" ")
        .sort(),
    );
    expect([...knownCauses].sort()).toEqual(
      "schedule retry catch_up manual once replay webhook".split(" ").sort(),
    );
  });

  it("gives no two words of a group the same label or the same icon", () => {
    for (const group of [
      knownRoutineStates.map(routineStateWord),
      knownRunStatuses.map(runStatusWord),
      knownCauses.map(causeWord),
    ]) {
      expect(new Set(group.map((word) => word.label)).size).toBe(group.length);
      expect(new Set(group.map((word) => word.icon)).size).toBe(group.length);
    }
  });

  it("tells what the system set from what a person set", () => {
    expect(routineStateWord("switched_off").icon).not.toBe(routineStateWord("off").icon);
    expect(routineStateWord("switched_off").tone).not.toBe(routineStateWord("off").tone);
  });

  it("prints an unknown word as stored, in quotes, with the info icon", () => {
    expect(runStatusWord("hibernating")).toMatchObject({ label: "“hibernating”", icon: Info });
    expect(routineStateWord("asleep").label).toBe("“asleep”");
    expect(causeWord("oracle").label).toBe("“oracle”");
  });
});
