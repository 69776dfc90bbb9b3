import type { Page } from "@playwright/test";
import { asked, expect, open, row, settle, test } from "./window";

/** The keyboard map of every page, with real keys in a real browser. */

const press = (page: Page, keys: string) => page.keyboard.press(keys);

async function sequence(page: Page, keys: string) {
  for (const key of keys) await press(page, key);
}

test("G and a letter go to every place", async ({ page }) => {
  await open(page, "/today");
  for (const [key, place] of [
    ["r", "routines"],
    ["u", "runs"],
    ["f", "failures"],
    ["s", "scheduler"],
    ["j", "journal"],
    ["c", "connections"],
    ["t", "today"],
  ] as const) {
    await sequence(page, `g${key}`);
    await expect(page).toHaveURL(new RegExp(`#/${place}`));
    await page.locator("h1").first().waitFor();
  }
  await press(page, "Alt+ArrowLeft");
  await expect(page).toHaveURL(/#\/connections/);
});

test("the cursor moves, rows are chosen, and the inspector follows", async ({ page }) => {
  await open(page, "/routines");
  await row(page, "Supplier price watch").waitFor();
  await press(page, "j");
  await press(page, "j");
  await press(page, " ");
  await expect(page).toHaveURL(/sel=/);
  const inspector = page.getByRole("complementary");
  const first = await inspector.getAttribute("aria-label");
  await press(page, "j");
  await expect(inspector).not.toHaveAttribute("aria-label", first ?? "");
  await press(page, "x");
  await press(page, "j");
  await press(page, "j");
  await press(page, "Shift+X");
  const chosen = page.getByRole("region", { name: "Selected routines", exact: true });
  await expect(chosen).toContainText("3 selected");
  await press(page, "Control+a");
  await expect(chosen).toContainText("10 selected");
  // The first Escape closes the inspector, the second takes the selection back.
  await press(page, "Escape");
  await press(page, "Escape");
  await expect(chosen).toHaveCount(0);
  await press(page, "Enter");
  await expect(page).toHaveURL(/#\/routines\/r-/);
});

test("a dialog takes the focus, keeps it, and gives it back", async ({ page }) => {
  await open(page, "/routines?sel=r-notes");
  await row(page, "Shift handover notes").click();
  await press(page, "p");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  for (let step = 0; step < 12; step++) {
    await press(page, "Tab");
    expect(await dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  }
  await press(page, "Escape");
  await expect(dialog).toHaveCount(0);
  await press(page, "p");
  await dialog.getByLabel("Reason").waitFor();
  await page.keyboard.type("night shift");
  await press(page, "Control+Enter");
  await page.getByRole("button", { name: /^Undo/ }).waitFor();
  await press(page, "Control+z");
  await expect(row(page, "Shift handover notes, Alder Freight, scheduled")).toBeVisible();
});

test("the palette finds commands, and routines with what can be done to them", async ({ page }) => {
  await open(page, "/today");
  await press(page, "Control+k");
  await expect(page.getByRole("combobox", { name: "Search or run a command" })).toBeFocused();
  await page.keyboard.type("go to");
  await press(page, "Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press(page, "Control+k");
  await expect(page.getByRole("combobox", { name: "Search or run a command" })).toBeFocused();
  await page.keyboard.type("handover");
  await page.getByRole("option", { name: /Shift handover notes/ }).waitFor();
  await press(page, "Tab");
  await page.keyboard.type("pause");
  await press(page, "Enter");
  const dialog = page.getByRole("dialog", { name: /^Pause “Shift handover notes”/ });
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  expect(await asked(page, "pauseRoutine")).toEqual([]);
});

test("the sheet of keys opens on ? and names those of the view", async ({ page }) => {
  await open(page, "/failures");
  await press(page, "?");
  await expect(page.getByRole("dialog")).toContainText("Mute");
  await press(page, "Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an edit is opened, saved and confirmed by keys", async ({ page }) => {
  await open(page, "/routines?sel=r-notes");
  await row(page, "Shift handover notes").click();
  await press(page, "e");
  const name = page.getByLabel("Name");
  await name.waitFor();
  await name.focus();
  await press(page, "End");
  await page.keyboard.type(" at night");
  await press(page, "Control+s");
  await expect(row(page, "Shift handover notes at night")).toBeVisible();
  expect(await asked(page, "updateRoutine")).toHaveLength(1);
});

test("lanes, the cursor and the mute of Failures answer their keys", async ({ page }) => {
  await open(page, "/failures");
  for (const [key, lane] of [
    ["1", "retrying"],
    ["2", "dead"],
    ["3", "off"],
  ] as const) {
    await press(page, key);
    await expect(page).toHaveURL(new RegExp(`#/failures/${lane}`));
  }
  await press(page, "2");
  await press(page, "v");
  await expect(page.getByRole("dialog")).toContainText("2 will be revived.");
});

test("what has the focus shows a ring", async ({ page }) => {
  await open(page, "/routines");
  await row(page, "Supplier price watch").waitFor();
  await settle(page);
  // Where it rests by itself after a change of page.
  await page.locator("main").focus();
  for (let step = 0; step < 12; step++) {
    await press(page, "Tab");
    const [ring, what] = await page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      // The ring of what is typed into lies around its box.
      const ringed = focused.matches("input, textarea") ? focused.parentElement : focused;
      const style = getComputedStyle(ringed ?? focused);
      return [style.outlineStyle !== "none" || style.boxShadow !== "none", focused.outerHTML];
    });
    expect(ring, `step ${step}: ${what}`).toBe(true);
  }
  // The page itself answers no key: a ring around it would tell nothing.
  await page.locator("main").focus();
  await expect(page.locator("main")).toHaveCSS("box-shadow", "none");
});
