import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, connection, schedulerStatus } from "@/testing/desk";
import { renderPage } from "@/testing/render";
import { SchedulerPage } from "./SchedulerPage";

const stopped = schedulerStatus({
  embedded: { running: false, worker: "desk-embedded", since: null },
});

describe("SchedulerPage", () => {
  beforeEach(() => {
    replaceBackend({
      getAppStatus: async () => appStatus(),
      getScheduler: async () => schedulerStatus(),
    });
  });

  it("shows who sweeps and what each pass did, without a barrier", async () => {
    await renderPage(<SchedulerPage />, { at: "/scheduler" });
    const workers = await screen.findByRole("region", { name: "Workers" });
    expect(within(workers).getByText("Sweeping")).toBeDefined();
    expect(within(workers).getByText("1 lease")).toBeDefined();
    const sweeps = screen.getByRole("region", { name: "Sweeps" });
    expect(within(sweeps).getByText("1 schedule-failed, 1 taken over")).toBeDefined();
    expect(screen.getByText(/next fire in 1 min/)).toBeDefined();
    await expectNoAxeViolations();
  });

  it("starts, and asks the database again before it says so", async () => {
    let running = false;
    const startScheduler = vi.fn(async () => {
      running = true;
      return schedulerStatus();
    });
    replaceBackend({
      getAppStatus: async () => appStatus(),
      getScheduler: async () => (running ? schedulerStatus() : stopped),
      startScheduler,
    });
    await renderPage(<SchedulerPage />, { at: "/scheduler" });
    await userEvent.click(await screen.findByRole("button", { name: "Start scheduler" }));
    expect(startScheduler).toHaveBeenCalledOnce();
    await screen.findByRole("button", { name: "Stop scheduler" });
  });

  it("says why a sweep was refused", async () => {
    replaceBackend({
      getAppStatus: async () => appStatus(),
      getScheduler: async () => schedulerStatus(),
      sweepOnce: async () => {
        throw new CommandFailure({
          code: "unavailable",
          message: "The database file is locked by another program.",
          field: null,
        });
      },
    });
    await renderPage(<SchedulerPage />, { at: "/scheduler" });
    await screen.findByRole("region", { name: "Workers" });
    await userEvent.keyboard("s");
    await screen.findAllByText("The database file is locked by another program.");
  });

  it("offers nothing on a read-only connection, and says why", async () => {
    replaceBackend({
      getAppStatus: async () => appStatus({ connection: connection({ protection: "read_only" }) }),
      getScheduler: async () => stopped,
    });
    await renderPage(<SchedulerPage />, { at: "/scheduler" });
    const start = () => screen.getByRole("button", { name: /Start scheduler/ });
    await waitFor(() => expect(start().getAttribute("aria-disabled")).toBe("true"));
  });

  it("keeps the page and offers to try again when the read fails", async () => {
    const getScheduler = vi.fn(async () => {
      throw new CommandFailure({ code: "unavailable", message: "No answer.", field: null });
    });
    replaceBackend({ getAppStatus: async () => appStatus(), getScheduler });
    await renderPage(<SchedulerPage />, { at: "/scheduler" });
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(getScheduler).toHaveBeenCalledTimes(2);
  });
});
