import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("src/styles/tokens.css", "utf8");

type Palette = Map<string, string>;

function block(head: string): Palette {
  const start = css.indexOf(head);
  const body = css.slice(start, css.indexOf("}", start));
  return new Map(
    [...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name ?? "", value ?? ""]),
  );
}

const light = block(":root {");
const dark = block(':root[data-theme="dark"] {');
const darkBySystem = block(':root:not([data-theme="light"]) {');

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(palette: Palette, one: string, other: string): number {
  const [dim = 0, bright = 0] = [one, other]
    .map((name) => luminance(palette.get(name) ?? "missing"))
    .sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

const pages = ["bg-app", "bg-surface", "bg-sunken", "bg-raised", "bg-hover", "bg-selected"];
const text: [string, string[]][] = [
  ["text", [...pages, "bg-active", "warn-tint", "bad-tint", "accent-tint", "mute-tint"]],
  ["text-2", [...pages, "bg-active", "mute-tint"]],
  ["text-3", pages],
  ["mute", pages],
  ["accent", [...pages, "accent-tint"]],
  ["ok", ["bg-app", "bg-surface", "bg-raised", "bg-hover", "ok-tint"]],
  ["warn", ["bg-app", "bg-surface", "bg-raised", "bg-hover", "bg-selected", "warn-tint"]],
  ["bad", ["bg-app", "bg-surface", "bg-raised", "bg-hover", "bad-tint"]],
  ["on-accent", ["accent-solid", "accent-solid-hover"]],
  ["on-bad", ["bad-solid"]],
  ["code-key", ["bg-sunken"]],
  ["code-str", ["bg-sunken"]],
  ["code-num", ["bg-sunken"]],
];
const marks: [string, string[]][] = [
  ["line-control", ["bg-app", "bg-surface", "bg-raised", "bg-sunken"]],
  ["accent", ["bg-surface", "bg-app", "bg-selected"]],
  ["ok-solid", ["bg-surface", "bg-app"]],
  ["warn-solid", ["bg-surface", "bg-app", "warn-tint"]],
  ["bad-solid", ["bg-surface", "bg-app"]],
  ["mute-solid", ["bg-surface", "bg-app"]],
  ...["moss", "ochre", "brick", "slate", "sea", "cobalt", "rose", "umber"].map(
    (name): [string, string[]] => [`conn-${name}`, ["bg-app"]],
  ),
];

const pairs = (table: [string, string[]][]) =>
  table.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]));

describe.each([
  ["light", light],
  ["dark", dark],
])("the %s theme", (_, palette) => {
  it.each(pairs(text))("reads %s on %s at 4.5:1", (front, back) => {
    expect(contrast(palette, front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(marks))("shows the mark %s on %s at 3:1", (front, back) => {
    expect(contrast(palette, front, back)).toBeGreaterThanOrEqual(3);
  });
});

describe("the dark theme", () => {
  it("is the same by the system and by choice", () => {
    expect([...dark]).toEqual([...darkBySystem]);
  });

  it("names every colour of the light theme", () => {
    const colours = [...light].filter(([, value]) => /^#|^rgba/.test(value)).map(([name]) => name);
    expect(colours.filter((name) => !dark.has(name))).toEqual([]);
  });
});
