import { describe, expect, it } from "vitest";
import { parseJson } from "./json";
import { colour, layOut, maskedText } from "./jsonLayout";

const text = (source: string) => {
  const parsed = parseJson(source);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return layOut(parsed.root)
    .map((line) => line.map((piece) => piece.text).join(""))
    .join("\n");
};
const problem = (source: string) => {
  const parsed = parseJson(source);
  if (parsed.ok) throw new Error(`accepted ${source}`);
  return parsed.problem;
};

describe("parseJson", () => {
  it("keeps every number as it was written", () => {
    const source = '{"id":9007199254740993,"pct":4.50,"big":1E+400,"neg":-0.0}';
    expect(text(source)).toBe(
      '{\n  "id": 9007199254740993,\n  "pct": 4.50,\n  "big": 1E+400,\n  "neg": -0.0\n}',
    );
  });

  it.each(["null", " true ", '"a\\u00e9"', "[]", "{}", "[1, [2], {}]", '{"a":{"b":[{"c":null}]}}'])(
    "agrees with the engine that %s is JSON",
    (source) => {
      expect(JSON.parse(text(source))).toEqual(JSON.parse(source));
    },
  );

  it.each([
    "",
    "{",
    "[1,]",
    '{"a":1,}',
    "{a:1}",
    "01",
    "1.",
    "+1",
    ".5",
    "NaN",
    "'a'",
    '"\n"',
    '"\\x"',
    "[1 2]",
    '{"a" 1}',
    "nullx",
    "1 2",
    '"open',
  ])("agrees with the engine that %j is no JSON", (source) => {
    expect(() => JSON.parse(source)).toThrow();
    expect(parseJson(source).ok).toBe(false);
  });

  it("names the line and the column of the problem", () => {
    expect(problem('{\n  "a": 1,\n  "b" 2\n}')).toEqual({
      message: 'A ":" is missing after "b".',
      line: 3,
      column: 7,
    });
    expect(problem("{\n").message).toBe("A name in double quotes is expected here.");
    expect(problem("[1,\n]").line).toBe(2);
  });

  it("refuses what is nested too deep instead of failing", () => {
    expect(problem("[".repeat(100_000)).message).toMatch("nested deeper");
  });
});

describe("masking", () => {
  it("hides values under secret keys, whole objects included", () => {
    const shown = maskedText(
      '{"apiToken":"abc","nested":{"Password":{"x":"hunter2"}},"rate":4.50}',
    );
    expect(shown).not.toMatch(/abc|hunter2/);
    expect(shown).toContain("4.50");
  });

  it("is not fooled by an escaped key", () => {
    expect(maskedText('{"p\\u0061ssword":"hunter2"}')).not.toContain("hunter2");
  });

  it("returns text that is no JSON as it is", () => {
    expect(maskedText("HTTP 503")).toBe("HTTP 503");
  });
});

describe("colour", () => {
  it("loses no sign of valid or broken text", () => {
    for (const source of ['{"a": [1.50, true], "b": "x"}', '{"open: 1, nul - tr"', "\t-\n"]) {
      expect(
        colour(source)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(source);
    }
  });

  it("tells keys from strings", () => {
    expect(colour('{"a": "b"}').map((piece) => piece.kind)).toEqual(
      "mark key mark mark string mark".split(" "),
    );
  });
});
