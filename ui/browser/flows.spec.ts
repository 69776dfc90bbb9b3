import { asked, expect, open, row, test } from "./window";

/** What a person does, from the first click to what the desk was told. */

test("a pause tells its consequence, is told to the desk, and is undone", async ({ page }) => {
  await open(page, "/routines?sel=r-notes");
  await page.getByRole("button", { name: "Pause…" }).click();
  const dialog = page.getByRole("dialog", {
    name: "Pause “Shift handover notes” on Production EU?",
  });
  await expect(dialog).toContainText("It next fires at 15:00");
  await dialog.getByLabel("Reason").fill("Hub restart");
  await dialog.getByRole("button", { name: /^Pause/ }).click();
  await expect(row(page, "Shift handover notes, Alder Freight, off")).toBeVisible();
  expect(await asked(page, "pauseRoutine")).toEqual([
    [{ id: "r-notes", revision: 14 }, "Hub restart", null],
  ]);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(row(page, "Shift handover notes, Alder Freight, scheduled")).toBeVisible();
});

test("filters stand in the address, and are found again there", async ({ page }) => {
  await open(page, "/routines");
  await page.getByRole("radio", { name: /^Failing/ }).click();
  await expect(page).toHaveURL(/view=failing/);
  await expect(row(page, "Shift handover notes")).toHaveCount(0);
  await open(page, "/routines?q=handover");
  await expect(row(page, "Shift handover notes")).toBeVisible();
  await expect(row(page, "Stock feed sync")).toHaveCount(0);
});

test("a lost race is settled field by field", async ({ page }) => {
  await open(page, "/routines/r-notes/edit");
  await page.getByLabel("Name").fill("Night notes");
  await page.evaluate(() =>
    window.outside.edits("r-notes", { instruction: "Count the pallets first." }),
  );
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(page.getByText("Someone else saved first.")).toBeVisible();
  const theirs = page.getByRole("radio", { name: /^Theirs Count the pallets first/ });
  await expect(theirs).toBeChecked();
  await expect(page.getByLabel("Name")).toHaveValue("Night notes");
  await page.getByRole("button", { name: "Save 1 change" }).click();
  await expect(row(page, "Night notes")).toBeVisible();
  const saved = (await asked(page, "updateRoutine")).at(-1);
  expect(saved).toMatchObject([
    { revision: 15 },
    { name: "Night notes", instruction: "Count the pallets first." },
  ]);
});

test("leaving what was typed asks once", async ({ page }) => {
  await open(page, "/routines/r-notes/edit");
  await page.getByLabel("Name").fill("Other");
  await page.getByRole("button", { name: /^Cancel/ }).click();
  const ask = page.getByRole("dialog", { name: "Leave without saving 1 change?" });
  await ask.getByRole("button", { name: /^Leave without saving/ }).click();
  await expect(page).toHaveURL(/#\/routines(\?|$)/);
  expect(await asked(page, "updateRoutine")).toEqual([]);
});

test("many are paused at once, told of, and brought back in one step", async ({ page }) => {
  await open(page, "/routines");
  for (const name of ["Shift handover notes", "Stock feed sync"]) {
    await row(page, name).getByRole("checkbox").click();
  }
  const bar = page.getByRole("region", { name: "Selected routines" });
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Pause…" }).click();
  const dialog = page.getByRole("dialog", { name: "Pause 2 routines on Production EU?" });
  await expect(dialog).toContainText("12 fires in the next day will not happen.");
  await dialog.getByRole("button", { name: /^Pause/ }).click();
  const report = page.getByRole("dialog", { name: /what became of it/ });
  await expect(report).toContainText("2 paused");
  await page.keyboard.press("Escape");
  await expect(row(page, "Stock feed sync, Alder Freight, off")).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(row(page, "Stock feed sync, Alder Freight, scheduled")).toBeVisible();
});

test("a read-only connection shows each action with the reason it is held back", async ({
  page,
}) => {
  await page.goto("/?protection=read_only#/routines");
  await row(page, "Shift handover notes").click();
  await expect(page.getByText("Production EU is read-only.").first()).toBeVisible();
  const pause = page.getByRole("button", { name: /^Pause…/ });
  await expect(pause).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("p");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a plan is drafted, started, and reports what became of each", async ({ page }) => {
  await open(page, "/failures/dead");
  await page.getByRole("button", { name: "Revive 2…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Revive 2 dead-lettered routines/ });
  await expect(dialog).toContainText("2 will be revived.");
  await dialog.getByRole("button", { name: /^Start with the canary/ }).click();
  await expect(page.getByRole("table")).toContainText("1 revived, 1 in conflict");
  expect((await asked(page, "startRevivePlan"))[0]).toMatchObject([
    { canary: "r-rates", spread_seconds: 600, stop_after: 2 },
    { typed_name: null },
  ]);
});

test("an error leads to its group, and a run to its explanation", async ({ page }) => {
  await open(page, "/runs");
  await row(page, "Carrier rate import").first().dblclick();
  await expect(page).toHaveURL(/#\/runs\/run-rates/);
  await open(page, "/failures");
  await page
    .getByRole("link", { name: /^hub.alder.internal answered 503/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/failures\/error\//);
});
