import { defineConfig } from "@playwright/test";
import { chromium } from "./chromium";

/** The screens in Debian's Chromium: flows, keys, contrast and looks. `npm run test:browser`. */
export default defineConfig({
  testDir: ".",
  outputDir: "out",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    toHaveScreenshot: {
      scale: "device",
      // Machines round the edges of letters differently.
      maxDiffPixelRatio: 0.02,
      threshold: 0.3,
    },
  },
  reporter: [["line"]],
  snapshotPathTemplate: "looks/{arg}{ext}",
  use: {
    baseURL: "https://desk.test/",
    browserName: "chromium",
    headless: true,
    viewport: { width: 1280, height: 820 },
    locale: "en-GB",
    timezoneId: "Europe/Vienna",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: chromium(process.env.PATH ?? ""),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--font-render-hinting=none",
        "--force-color-profile=srgb",
      ],
    },
  },
});
