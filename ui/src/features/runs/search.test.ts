import { describe, expect, it } from "vitest";
import { NOW } from "@/testing/render";
import { boundsOf, windowLabel, windowSaid } from "./ranges";
import { filterNames, queryOf, readSearch } from "./search";

const ZONE = "Europe/Vienna";

describe("the address of the list", () => {
  it("keeps what it understands and drops the rest", () => {
    expect(
      readSearch({
        status: ["failed", "exploded"],
        cause: "retry",
        dead: "true",
        routine: 15,
        from: "7d",
        to: "someday",
        sel: "",
      }),
    ).toEqual({ status: ["failed"], cause: ["retry"], dead: true, routine: "15" });
  });

  it("reads a link with one status as with several", () => {
    expect(readSearch({ status: "missed" }).status).toEqual(["missed"]);
    expect(readSearch({ from: "lately" }).from).toBeUndefined();
  });

  it("asks for fifty rows of everything when nothing narrows", () => {
    expect(queryOf({})).toEqual({
      statuses: [],
      dead_lettered: false,
      causes: [],
      routine_id: null,
      tenant_id: null,
      search: null,
      limit: 50,
    });
  });

  it("counts neither the scope nor the usual window as filters", () => {
    expect(filterNames({ tenant: "t", from: "all" })).toEqual([]);
    expect(filterNames({ dead: true, routine: "r", from: "1h" })).toEqual([
      "Status",
      "Routine",
      "Time",
    ]);
  });
});

describe("the window", () => {
  it("moves with the clock and is seven days without a word", () => {
    expect(boundsOf({}, NOW)).toEqual({ from: "2026-10-15T12:32:08.000Z", to: null });
    expect(boundsOf({ from: "1h" }, NOW).from).toBe("2026-10-22T11:32:08.000Z");
    expect(boundsOf({ from: "all" }, NOW)).toEqual({ from: null, to: null });
  });

  it("takes instants from a link", () => {
    const window = { from: "2026-10-22T06:00:00Z", to: "2026-10-22T09:00:00Z" };
    expect(boundsOf(window, NOW)).toEqual(window);
    expect(windowLabel(window, NOW, ZONE)).toBe("From 08:00 until 11:00");
    expect(windowSaid({ from: "all", to: window.to }, NOW, ZONE)).toBe("until 11:00");
    expect(windowSaid({}, NOW, ZONE)).toBe("the last 7 days");
  });
});
