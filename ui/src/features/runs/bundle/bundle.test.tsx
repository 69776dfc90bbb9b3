import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Bundle, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { schedulerStatus } from "@/testing/desk";
import { explanation } from "@/testing/evidence";
import { renderPage } from "@/testing/render";
import { backingOff, routineDetail, runDetail } from "@/testing/runs";
import { BundlePage } from "./BundlePage";

const run = backingOff();

const bundle: Bundle = {
  format: "routine-desk-bundle",
  version: 1,
  made_at: "2026-10-22T12:35:00.000Z",
  made_by: "ines@desk",
  program: "0.1.0",
  engine: "PostgreSQL",
  zone_data: "2025b",
  run,
  attempts: [runDetail({ ...run.row, id: "run-1", attempt: 1 }, { output: "first" }), run],
  explanation: explanation(),
  routine: routineDetail(),
  changes: {
    rows: [
      {
        id: "c1",
        at: "2026-10-22T09:00:00.000Z",
        actor: "omar@desk",
        what: "Edited",
        revision: 14,
        fields: [{ label: "Schedule", before: "hourly", after: "daily", code: false }],
      },
    ],
    older: false,
    now: "2026-10-22T12:35:00.000Z",
  },
  sweeps: schedulerStatus().sweeps,
  workers: schedulerStatus().workers,
};

const file = () => new File(["{}"], "run.json", { type: "application/json" });
const pick = () => userEvent.upload(screen.getByLabelText(/^Open/), file());

describe("BundlePage", () => {
  it("shows the page of a run without asking any database", async () => {
    const readBundle = vi.fn(async () => bundle);
    replaceBackend({ readBundle });
    await renderPage(<BundlePage />, { at: "/bundles" });
    await pick();
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(
      "Supplier price watch",
    );
    expect(screen.getByText("From a bundle.")).toBeDefined();
    expect(screen.getByText(/nothing can be changed/)).toBeDefined();
    expect(screen.getByText(/by ines@desk/)).toBeDefined();
    expect(screen.getByText(/Schedule: hourly → daily/)).toBeDefined();
    const sweeps = screen.getByRole("region", { name: "Sweeps around it" });
    expect(within(sweeps).getByText("desk-embedded")).toBeDefined();
    // Nothing leads to a page that would ask, and nothing offers an action.
    expect(screen.queryAllByRole("link")).toEqual([]);
    expect(screen.queryByRole("button", { name: /Run now|Replay|Cancel/ })).toBeNull();
    await userEvent.click(screen.getByRole("radio", { name: "Attempt 1" }));
    expect(screen.getByLabelText("Output text").textContent).toContain("first");
    expect(readBundle).toHaveBeenCalledTimes(1);
    await expectNoAxeViolations();
  });

  it("says why a file is no bundle", async () => {
    replaceBackend({
      readBundle: async () => {
        throw new CommandFailure({
          code: "invalid",
          message: "The file is no incident bundle of Routine Desk.",
          field: "file",
        });
      },
    });
    await renderPage(<BundlePage />, { at: "/bundles" });
    await pick();
    expect(await screen.findByText(/is no incident bundle/)).toBeDefined();
    await expectNoAxeViolations();
  });
});
