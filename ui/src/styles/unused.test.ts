import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, it } from "vitest";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" });
const read = (path: string) => readFileSync(`src/${path}`, "utf8");

/** What each module of styles is called where it is imported, and the text that uses it. */
const uses = sources
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) => {
    const text = read(path);
    return [...text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].map(
      ([, name = "", from = ""]) => ({
        sheet: from.startsWith("@/") ? from.slice(2) : normalize(join(path, "..", from)),
        name,
        text,
      }),
    );
  });

/** A rule that was left behind when its element moved is no rule any more, and nobody sees it go. */
it("names no class that nobody uses", () => {
  const sheets = sources.filter((path) => path.endsWith(".module.css"));
  expect(sheets.length).toBeGreaterThan(40);
  const unused = sheets.flatMap((sheet) => {
    const of = uses.filter((use) => use.sheet === sheet);
    // Where a class is picked by a word of Rust, any of them may be.
    if (of.some(({ name, text }) => text.includes(`${name}[`))) return [];
    const selectors = read(sheet)
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .matchAll(/[^{};]+(?=\{)/g);
    const classes = new Set(
      [...selectors].flatMap(([each]) => each.match(/\.[a-zA-Z][\w-]*/g) ?? []),
    );
    return [...classes]
      .filter(
        (each) => !of.some(({ name, text }) => new RegExp(`\\b${name}\\${each}\\b`).test(text)),
      )
      .map((each) => `${sheet} ${each}`);
  });
  expect(unused).toEqual([]);
});
