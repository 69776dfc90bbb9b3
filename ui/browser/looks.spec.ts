import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { expect, open, row, settle, test } from "./window";

/** How every page looks, that nothing sticks out of it, and that all of it can be read. */

const LOOKS = [
  { look: "light", theme: "light", width: 1280, height: 820 },
  { look: "dark", theme: "dark", width: 1280, height: 820 },
  { look: "960", theme: "light", width: 960, height: 640 },
] as const;

type Steps = (page: Page) => Promise<void>;

const PAGES: readonly [name: string, address: string, steps?: Steps][] = [
  ["today", "/today"],
  ["routines", "/routines"],
  ["inspector", "/routines?sel=r-price"],
  [
    "selection",
    "/routines",
    async (page) => {
      await row(page, "Shift handover notes").click();
      await page.keyboard.press("x");
      await page.keyboard.press("j");
      await page.keyboard.press("x");
    },
  ],
  ["routine", "/routines/r-price"],
  ["fires", "/routines/r-price/fires"],
  ["changes", "/routines/r-price/changes"],
  ["editor", "/routines/r-notes/edit"],
  [
    "pause",
    "/routines?sel=r-notes",
    async (page) => {
      await page.getByRole("button", { name: "Pause…" }).click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  ["runs", "/runs"],
  ["run", "/runs/run-price-2"],
  ["fire", "/fires/r-notes/2026-10-22T12:00:00.000Z"],
  ["failures", "/failures"],
  ["error", "/failures/error/48f5d5fa8a13"],
  [
    "revive",
    "/failures/dead",
    async (page) => {
      await page.getByRole("button", { name: "Revive 2…" }).click();
      await page.getByRole("dialog").waitFor();
    },
  ],
  ["plan", "/failures/revive/p-1"],
  ["scheduler", "/scheduler"],
  ["evidence", "/scheduler/evidence"],
  ["journal", "/journal"],
  ["definitions", "/definitions"],
  ["tenants", "/tenants"],
  ["connections", "/connections"],
  ["settings", "/settings"],
  [
    "palette",
    "/today",
    async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or run a command" }).fill("notes");
      await page.getByRole("option", { name: /Shift handover notes/ }).waitFor();
    },
  ],
  [
    "keys",
    "/routines",
    async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  ],
];

// Half the size is enough to see what moved, and small enough to keep.
test.use({ deviceScaleFactor: 0.5 });

for (const [name, address, steps] of PAGES) {
  test(name, async ({ page }) => {
    await open(page, address);
    await steps?.(page);
    await look(page, name);
  });
}

test("welcome", async ({ page }) => {
  await open(page, "/settings");
  await page.evaluate(() => {
    window.outside.noDatabase();
    location.hash = "#/welcome";
  });
  await page.getByRole("button", { name: "Open local demo" }).waitFor();
  await look(page, "welcome");
});

async function look(page: Page, name: string) {
  for (const { look: dress, theme, width, height } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await settle(page);
    await expect(page).toHaveScreenshot(`${name}-${dress}.png`);
    expect(await tooWide(page), `${dress}: nothing is wider than the window`).toEqual([]);
    if (width === 1280) expect(await unreadable(page), dress).toEqual([]);
  }
}

function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.documentElement.scrollWidth > window.innerWidth
      ? [`${document.documentElement.scrollWidth} px`]
      : [],
  );
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Text without the contrast that it needs, as axe measures it on the rendered page. */
async function unreadable(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: typeof import("axe-core") }).axe.run;
    const { violations } = await run(document, { runOnly: ["color-contrast"] });
    return violations.flatMap(({ nodes }) =>
      nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
    );
  });
}
