import { describe, expect, it } from "vitest";
import { menuOf } from "./Shell";

describe("the menu bar", () => {
  it("holds every command of the palette under its heading", () => {
    const run = () => {};
    const menu = menuOf([
      { id: "go.runs", label: "Runs", keys: "g u", group: "Go to", run },
      { id: "row.down", label: "Down", keys: "j", keyOnly: true, run },
      { id: "palette", label: "Search", keys: "Mod+k", group: "View", run },
      { id: "routines.new", label: "New routine", disabledReason: "read-only", run },
    ]);
    expect(menu.map(({ label }) => label)).toEqual(["Go to", "View", "This page"]);
    expect(menu[0]?.items).toEqual([{ id: "go.runs", label: "Runs", keys: "g u", enabled: true }]);
    expect(menu[1]?.items[0]?.keys).toBe("Ctrl k");
    expect(menu[2]?.items[0]?.enabled).toBe(false);
  });
});
