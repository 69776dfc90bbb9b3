import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const sheets = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => ({
    path,
    css: readFileSync(`src/${path}`, "utf8").replace(/\/\*[\s\S]*?\*\//g, ""),
  }));
const found = (pattern: RegExp) =>
  sheets.flatMap(({ path, css }) =>
    [...css.matchAll(pattern)].map(([, value = ""]) => ({ path, css, value })),
  );

/** Reduced motion sets the three spans of tokens.css to nothing; the rest is each sheet's to say. */
describe("motion", () => {
  it("takes its spans from the tokens, which reduced motion ends", () => {
    const transitions = found(/\btransition:([^;]+);/g);
    expect(transitions.length).toBeGreaterThan(5);
    const own = transitions.filter(({ value }) =>
      value.split(",").some((each) => !/var\(--time-(hover|menu|sheet)\)/.test(each)),
    );
    expect(own.map(({ path, value }) => path + value)).toEqual([]);
    const tokens = readFileSync("src/styles/tokens.css", "utf8");
    const reduced = tokens.slice(tokens.indexOf("prefers-reduced-motion"));
    for (const span of ["hover", "menu", "sheet"]) {
      expect(reduced).toContain(`--time-${span}: 0ms`);
    }
  });

  it("animates nothing that reduced motion leaves moving", () => {
    // What only appears does not move.
    const moving = found(/\banimation:([^;]+);/g).filter(
      ({ value }) => !/^\s*(none|appear 1ms)\b/.test(value),
    );
    expect(moving.length).toBeGreaterThan(1);
    const left = moving.filter(({ css }) => !css.includes("prefers-reduced-motion: reduce"));
    expect(left.map(({ path }) => path)).toEqual([]);
  });
});
