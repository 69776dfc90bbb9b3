import { describe, expect, it } from "vitest";
import { NOW } from "@/testing/render";
import { pastSlot, plannedSlot, slotAt, timeline } from "@/testing/today";
import { axisOf } from "./axis";

const zone = "Europe/Vienna";

describe("axisOf", () => {
  it("places the present a little after the middle", () => {
    const axis = axisOf(timeline(), zone, NOW);
    expect(axis.now).toBeGreaterThan(49);
    expect(axis.now).toBeLessThan(51);
    expect(axis.days.map(({ label }) => label)).toEqual(["Wed 21 Oct", "Thu 22 Oct", "Fri 23 Oct"]);
    expect(axis.hours.map(({ label }) => label).slice(0, 4)).toEqual(["15", "18", "21", "00"]);
  });

  it("draws the worst of neighbouring half hours, and says all of them", () => {
    const past = [
      pastSlot(-6, { skipped: 3 }),
      pastSlot(-5, { failed: 2, skipped: 1 }),
      pastSlot(-30, { missed: 1 }),
    ];
    const { signs } = axisOf(timeline({ past, planned: [] }), zone, NOW);
    const last = signs.at(-1);
    expect(signs[0]).toMatchObject({ kind: "missed", count: 1 });
    expect(last?.kind).toBe("failed");
    expect(last?.said).toContain("2 failed");
  });

  it("marks a clock change of the viewer's zone", () => {
    const sunday = Date.UTC(2026, 9, 24, 20, 0);
    const line = timeline({
      from: new Date(sunday - 86_400_000).toISOString(),
      to: new Date(sunday + 86_400_000).toISOString(),
      past: [],
      planned: [],
    });
    expect(axisOf(line, zone, sunday).clockChanges.map(({ label }) => label)).toEqual(["UTC+1"]);
    expect(axisOf(timeline(), zone, NOW).clockChanges).toEqual([]);
  });

  it("names a busy half hour, and no quiet one", () => {
    const busy = axisOf(timeline(), zone, NOW);
    expect(busy.peak).toMatchObject({ label: "06:00 peak, 43 at once", anchor: "middle" });
    const quiet = timeline({ planned: [plannedSlot(1, 3)] });
    expect(axisOf(quiet, zone, NOW).peak).toBeNull();
    expect(busy.grid.map(({ at }) => at)).toEqual([20, 40]);
    expect(busy.bars.every(({ x }) => x >= 0 && x < 100)).toBe(true);
    expect(busy.bars.at(-1)?.at).toBe(Date.parse(slotAt(31)));
  });

  it("keeps the label of a peak off the line of now, and inside the card", () => {
    const soon = axisOf(timeline({ planned: [plannedSlot(1, 40)] }), zone, NOW);
    expect(soon.peak).toMatchObject({ x: soon.now, anchor: "start" });
    const late = axisOf(timeline({ planned: [plannedSlot(47, 40)] }), zone, NOW);
    expect(late.peak).toMatchObject({ x: 100, anchor: "end" });
  });
});
