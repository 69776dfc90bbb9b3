import { describe, expect, it } from "vitest";
import { find } from "./search";

const run = () => {};
const commands = [
  { id: "keys", label: "All keys", group: "View", run },
  { id: "runs", label: "Runs", group: "Go to", run },
  { id: "run", label: "Run now", group: "This routine", detail: "one extra run", run },
  { id: "run", label: "Run now", group: "This routine", run },
  { id: "pause", label: "Pause", group: "This routine", disabledReason: "read-only", run },
];

const shape = (query: string) =>
  find(commands, query).map((group) => [group.title, group.found.map((each) => each.command.id)]);

describe("find", () => {
  it("lists everything once without a query, what belongs to the view first", () => {
    expect(shape("")).toEqual([
      ["This routine", ["run", "pause"]],
      ["Go to", ["runs"]],
      ["View", ["keys"]],
    ]);
  });

  it("needs every word, in any part", () => {
    expect(shape("run extra")).toEqual([["This routine", ["run"]]]);
    expect(shape("go run")).toEqual([["Go to", ["runs"]]]);
    expect(shape("nothing like it")).toEqual([]);
  });

  it("marks what matched, keeping the label whole", () => {
    const label = find(commands, "NOW run")[0]?.found[0]?.label ?? [];
    expect(label.filter((part) => part.match).map((part) => part.text)).toEqual(["Run", "now"]);
    expect(label.map((part) => part.text).join("")).toBe("Run now");
  });
});
