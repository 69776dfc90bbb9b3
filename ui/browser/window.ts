import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Page } from "@playwright/test";
import { NOW } from "../src/testing/now";

/** A window on the built screens: served from the disk, at a time that stands still. */

const dist = fileURLToPath(new URL("dist", import.meta.url));

export const test = base.extend({
  page: async ({ page }, use) => {
    await page.route("https://desk.test/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      const file = `${dist}${pathname === "/" ? "/index.html" : pathname}`;
      if (existsSync(file)) await route.fulfill({ path: file });
      else await route.fulfill({ status: 404 });
    });
    // Timers go on, so that what is asked again is asked; only the hour does not move.
    await page.clock.setFixedTime(NOW);
    const broken: string[] = [];
    page.on("pageerror", (error) => broken.push(String(error)));
    await use(page);
    expect(broken, "nothing is thrown on the page").toEqual([]);
  },
});

/** Opens an address of the app, and waits until its head is there. */
export async function open(page: Page, address: string) {
  await page.goto(`/#${address}`);
  await page.locator("h1").first().waitFor();
}

/** Waits until nothing is being loaded and the fonts are there. */
export async function settle(page: Page) {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

export const row = (page: Page, name: string) =>
  page.getByRole("row", { name: new RegExp(`^${name}`) });

/** What the fake was asked, by the name of the command. */
export const asked = (page: Page, command: string) =>
  page.evaluate((name) => window.outside.asked[name] ?? [], command);

export { expect };
