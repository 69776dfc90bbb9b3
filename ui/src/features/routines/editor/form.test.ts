import { describe, expect, it } from "vitest";
import { routineDetail } from "@/testing/factories";
import { NOW } from "@/testing/render";
import { blankForm, changedFields, draftOf, formOf, movesSchedule, triggerOf } from "./form";

const blank = blankForm("t1", "Europe/Vienna", NOW);

describe("the editor's form", () => {
  it("hands back exactly what it was read from", () => {
    const detail = routineDetail();
    expect(draftOf(formOf(detail, "Europe/Vienna"))).toEqual({
      tenant_id: detail.row.tenant_id,
      name: detail.row.name,
      instruction: detail.instruction,
      definition_id: detail.definition.id,
      input: '{"ledger_id": 9007199254740993}',
      trigger: detail.trigger,
      misfire: "fire_once",
      overlap: "skip",
      destination: null,
      enabled: true,
      run_at_once: false,
    });
  });

  it.each([
    [{ kind: "interval", every_seconds: 5400, anchor: "2026-10-22T12:00:00Z" } as const, "min"],
    [{ kind: "interval", every_seconds: 7200, anchor: "2026-10-22T12:00:00Z" } as const, "h"],
    [{ kind: "interval", every_seconds: 90, anchor: "2026-10-22T12:00:00Z" } as const, "s"],
  ])("keeps anchor and length of %j", (trigger, unit) => {
    const form = formOf(routineDetail({ trigger }), "Europe/Vienna");
    expect(form.unit).toBe(unit);
    expect(triggerOf(form)).toEqual(trigger);
  });

  it("reads a single time on the clock of its zone", () => {
    const at = (once: string) => triggerOf({ ...blank, kind: "once", once });
    expect(at("2026-10-23T18:00")).toEqual({ kind: "once", at: "2026-10-23T16:00:00.000Z" });
    // Shown twice on that day: the first one counts.
    expect(at("2026-10-25T02:30")).toEqual({ kind: "once", at: "2026-10-25T00:30:00.000Z" });
    expect(at("")).toBeNull();
  });

  it("keeps a destination, and leaves out what none needs", () => {
    const destination = {
      kind: "webhook",
      url: "https://chat.example/hooks/1",
      form: "slack",
      secret_name: "CHAT",
    } as const;
    const form = formOf(routineDetail({ destination }), "Europe/Vienna");
    expect(draftOf(form)?.destination).toEqual(destination);
    expect(draftOf({ ...form, destinationSecret: " " })?.destination?.secret_name).toBeNull();
    expect(draftOf({ ...form, destination: "none" })?.destination).toBeNull();
    const changes = changedFields({ ...form, destination: "none", destinationUrl: "" }, form);
    expect([...changes]).toEqual(["destination"]);
    expect(movesSchedule(changes)).toBe(false);
  });

  it("asks nothing of Rust while a part is missing", () => {
    expect(triggerOf({ ...blank, cron: "  " })).toBeNull();
    for (const every of ["", "0", "-1", "1.5", "1e3"]) {
      expect(triggerOf({ ...blank, kind: "interval", every })).toBeNull();
    }
    expect(draftOf(blank)).toBeNull();
  });

  it("counts changes of the chosen trigger only, and knows which move the schedule", () => {
    const changes = (part: Partial<typeof blank>) => changedFields({ ...blank, ...part }, blank);
    expect([...changes({ name: "A", every: "5" })]).toEqual(["name"]);
    expect(movesSchedule(changes({ name: "A", input: "[]" }))).toBe(false);
    expect(movesSchedule(changes({ cron: "1 * * * *" }))).toBe(true);
    expect(movesSchedule(changes({ definitionId: "d" }))).toBe(true);
  });
});
