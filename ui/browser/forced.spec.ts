import { expect, open, row, settle, test } from "./window";

/** Forced colours: what is told by shape, selection and cursor can still be told apart. */

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: "active" }));

test("the shapes of charts keep their own fill", async ({ page }) => {
  await open(page, "/today");
  await settle(page);
  const axis = page.getByRole("img", { name: /^Past 24 hours/ });
  const fills = await axis
    .locator("rect, path")
    .evaluateAll((shapes) => [...new Set(shapes.map((shape) => getComputedStyle(shape).fill))]);
  // Ground, past, planned and now: forced, all of them would be alike.
  expect(fills.length).toBeGreaterThan(2);
});

test("the words of the main button are not of the colour behind them", async ({ page }) => {
  await open(page, "/routines");
  const button = page.getByRole("button", { name: "New routine" });
  const [adjust, ground, words] = await button.evaluate((element) => {
    const { forcedColorAdjust, backgroundColor, color } = getComputedStyle(element);
    return [forcedColorAdjust, backgroundColor, color];
  });
  expect(adjust).toBe("none");
  expect(words).not.toBe(ground);
});

test("selection and cursor are outlines", async ({ page }) => {
  await open(page, "/routines");
  await row(page, "Shift handover notes").click();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await expect(row(page, "Shift handover notes")).toHaveCSS("outline-style", "dashed");
  await expect(row(page, "Stock feed sync")).toHaveCSS("outline-style", "solid");
  await expect(row(page, "Ward rota check")).toHaveCSS("outline-style", "none");
});

test("the bars of the evidence keep their ground", async ({ page }) => {
  await open(page, "/scheduler/evidence");
  await settle(page);
  await expect(page.locator("[data-bucket=fired]").first()).toHaveCSS(
    "forced-color-adjust",
    "none",
  );
});
