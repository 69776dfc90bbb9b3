import { describe, expect, it } from "vitest";
import { filterCount, queryOf, readSearch } from "./search";

describe("readSearch", () => {
  it("keeps what it understands and drops the rest", () => {
    const raw = { view: "failing", state: ["off", "flying"], sort: "size", q: 15, sel: "" };
    expect(readSearch(raw)).toEqual({ view: "failing", state: ["off"], q: "15" });
  });

  it("leaves defaults out of the address", () => {
    expect(readSearch({ view: "all", sort: "next_fire", state: "manual" })).toEqual({
      state: ["manual"],
    });
  });

  it("reads spans and kinds of trigger, and nothing that is none", () => {
    expect(readSearch({ due: 3600, off: "30", trigger: ["once", "never"], owner: "ines" })).toEqual(
      { due: 3600, off: 30, trigger: ["once"], owner: "ines" },
    );
    expect(readSearch({ due: -1, off: "soon", trigger: "never" })).toEqual({});
  });

  it("asks for the first fifty of what is chosen", () => {
    const search = readSearch({ view: "off", q: " night ", tenant: "t1", sort: "name" });
    expect(queryOf(search)).toEqual({
      view: "off",
      search: "night",
      states: [],
      triggers: [],
      tenant_id: "t1",
      definition_id: null,
      owner: null,
      due_within_seconds: null,
      off_for_days: null,
      sort: "name",
      limit: 50,
    });
    expect(filterCount(search)).toBe(2);
  });
});
