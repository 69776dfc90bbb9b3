import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus } from "@/testing/desk";
import { renderPage } from "@/testing/render";
import { simulateReport } from "@/testing/sandbox";
import { SimulateSheet } from "./SimulateSheet";

const simulate = vi.fn(async () => simulateReport());
const stopSimulate = vi.fn(async () => true);

const show = (search: string) =>
  renderPage(<SimulateSheet />, { at: `/routines/simulate${search}`, path: "/routines/simulate" });

describe("SimulateSheet", () => {
  beforeEach(() => {
    vi.clearAllMocks();
    replaceBackend({
      getAppStatus: async () => appStatus(),
      simulate,
      stopSimulate,
      getSimulateProgress: async () => ({
        from: "2026-10-22T12:32:08.000Z",
        to: "2026-10-29T12:32:08.000Z",
        at: "2026-10-24T12:32:08.000Z",
        percent: 29,
        stopping: false,
      }),
    });
  });

  it("asks for a week of the chosen ones, and tells it without a barrier", async () => {
    await show("?of=a,b");
    const sheet = within(await screen.findByRole("dialog"));
    expect(await sheet.findByText("Nightly ledger", { selector: "a" })).toBeDefined();
    expect(simulate).toHaveBeenCalledWith(
      expect.objectContaining({ routines: ["a", "b"], days: 7, from: null }),
    );
    expect(sheet.getByRole("img", { name: "6 fired, 1 schedule-failed" })).toBeDefined();
    const wrong = within(sheet.getByRole("region", { name: "What goes wrong" }));
    expect(wrong.getByText("The hub answered 503.")).toBeDefined();
    await expectNoAxeViolations();
  });

  it("asks anew for other days and with a failing hub", async () => {
    await show("");
    const sheet = within(await screen.findByRole("dialog"));
    await sheet.findByText("Nightly ledger", { selector: "a" });
    await userEvent.click(sheet.getByRole("radio", { name: "30 days" }));
    expect(simulate).toHaveBeenLastCalledWith(expect.objectContaining({ routines: [], days: 30 }));
    await userEvent.click(sheet.getByRole("checkbox"));
    await sheet.findByLabelText("Seed");
    expect(simulate).toHaveBeenLastCalledWith(
      expect.objectContaining({
        days: 30,
        faults: expect.objectContaining({ hub_unavailable: 4, seed: 0 }),
      }),
    );
  });

  it("shows how far it is, and stops", async () => {
    simulate.mockReturnValueOnce(new Promise(() => {}));
    await show("");
    await screen.findByText("29 %");
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(stopSimulate).toHaveBeenCalled();
  });

  it("says why it was refused", async () => {
    simulate.mockRejectedValueOnce(
      new CommandFailure({ code: "refused", message: "Too many at once.", field: null }),
    );
    await show("");
    expect(await screen.findByText("Too many at once.")).toBeDefined();
  });
});
