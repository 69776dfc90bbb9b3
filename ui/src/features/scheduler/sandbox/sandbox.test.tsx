import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CommandFailure, replaceBackend, type SandboxStatus } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, connection, schedulerStatus } from "@/testing/desk";
import { renderPage } from "@/testing/render";
import { NIGHT, sandboxStatus } from "@/testing/sandbox";
import { SchedulerPage } from "../SchedulerPage";

const moveClock = vi.fn(async () => sandboxStatus());
const setFaults = vi.fn(async () => sandboxStatus());
const createSandbox = vi.fn();

function given(status: SandboxStatus) {
  replaceBackend({
    getAppStatus: async () => appStatus(),
    getScheduler: async () => schedulerStatus({ now: NIGHT }),
    getSandbox: async () => status,
    moveClock,
    setFaults,
    createSandbox,
  });
}

const show = () => renderPage(<SchedulerPage />, { at: "/scheduler", now: Date.parse(NIGHT) });
const clock = () => screen.findByRole("region", { name: "Virtual clock" });

describe("the sandbox on the Scheduler page", () => {
  beforeEach(() => {
    vi.clearAllMocks();
    given(sandboxStatus());
  });

  it("shows clock, clock change and faults with their seed, without a barrier", async () => {
    await show();
    const card = within(await clock());
    expect(card.getByText("02:41:30")).toBeDefined();
    expect(card.getByText(/Sunday 25 October, Vienna, UTC\+2/)).toBeDefined();
    expect(card.getByRole("radio", { name: "60×" }).getAttribute("aria-checked")).toBe("true");
    expect(card.getByRole("img", { name: /03:00 becomes 02:00 in Europe\/Vienna/ })).toBeDefined();
    const faults = within(screen.getByRole("region", { name: "Faults on purpose" }));
    expect(faults.getByText("seed 4107")).toBeDefined();
    const hub = faults.getByRole("switch", { name: "Hub answers 503, for 1 launch in 4" });
    expect(hub.getAttribute("aria-checked")).toBe("true");
    await expectNoAxeViolations();
  });

  it("says where a jump leads, and jumps by key", async () => {
    await show();
    const card = within(await clock());
    expect(card.getByText(/^to 02:45:00/)).toBeDefined();
    await userEvent.keyboard(".");
    expect(moveClock).toHaveBeenLastCalledWith({ kind: "jump", jump: "minute" });
    await waitFor(() =>
      expect(card.getByRole("button", { name: /1 min/ }).getAttribute("aria-busy")).toBeNull(),
    );
    await userEvent.keyboard("f");
    expect(moveClock).toHaveBeenLastCalledWith({ kind: "jump", jump: "next_fire" });
    await userEvent.keyboard("d");
    expect(moveClock).toHaveBeenLastCalledWith({ kind: "jump", jump: "past_clock_change" });
  });

  it("holds the clock while a jump is on its way", async () => {
    moveClock.mockImplementationOnce(() => new Promise(() => {}));
    await show();
    const card = within(await clock());
    await userEvent.click(card.getByRole("button", { name: "1 d" }));
    const busy = (name: string) =>
      card.getByRole("button", { name }).getAttribute("aria-busy") === "true";
    expect([busy("1 d"), busy("1 h")]).toEqual([true, false]);
    await userEvent.click(card.getByRole("radio", { name: "Hold" }));
    expect(moveClock).toHaveBeenLastCalledWith({ kind: "pace", rate: 0 });
  });

  it("changes the pace, goes back to real time and sets a time", async () => {
    await show();
    const card = within(await clock());
    await userEvent.click(card.getByRole("radio", { name: "600×" }));
    expect(moveClock).toHaveBeenLastCalledWith({ kind: "pace", rate: 600 });
    await userEvent.click(card.getByRole("button", { name: "Back to real time" }));
    expect(moveClock).toHaveBeenLastCalledWith({ kind: "real" });
    await userEvent.click(card.getByRole("button", { name: "Set time…" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/Nothing fires on the way/)).toBeDefined();
    await userEvent.click(dialog.getByRole("button", { name: /Set time/ }));
    expect(moveClock).toHaveBeenLastCalledWith({ kind: "set", at: "2026-10-25T00:41:30.000Z" });
  });

  it("turns a fault on with its usual amount, and takes another seed", async () => {
    await show();
    const faults = within(await screen.findByRole("region", { name: "Faults on purpose" }));
    await userEvent.click(faults.getByRole("switch", { name: /Worker dies/ }));
    expect(setFaults).toHaveBeenLastCalledWith(
      expect.objectContaining({ seed: 4107, hub_unavailable: 4, worker_dies: 10 }),
    );
    await waitFor(() =>
      expect(
        faults.getByRole("button", { name: "Another seed" }).getAttribute("aria-busy"),
      ).toBeNull(),
    );
    await userEvent.click(faults.getByRole("button", { name: "Another seed" }));
    const [[next]] = setFaults.mock.lastCall ? [setFaults.mock.lastCall as unknown[]] : [[null]];
    expect((next as { seed: number }).seed).not.toBe(4107);
  });

  it("sets another amount, before or after it is switched on, and shows what Rust refuses", async () => {
    await show();
    const faults = within(await screen.findByRole("region", { name: "Faults on purpose" }));
    const claims = faults.getByLabelText(/^Worker dies after claim: amount/);
    await userEvent.clear(claims);
    await userEvent.type(claims, "2x5{Enter}");
    expect(setFaults).not.toHaveBeenCalled();
    await userEvent.click(faults.getByRole("switch", { name: /Worker dies.* 25 claims/ }));
    expect(setFaults).toHaveBeenLastCalledWith(expect.objectContaining({ worker_dies: 25 }));
    const message = '"Hub answers 503" cannot be set to 0. Choose from 1 to 10000.';
    setFaults.mockRejectedValueOnce(
      new CommandFailure({ code: "invalid", message, field: "hub_unavailable" }),
    );
    const hub = faults.getByLabelText(/^Hub answers 503: amount/);
    await userEvent.clear(hub);
    await userEvent.type(hub, "0{Enter}");
    expect(setFaults).toHaveBeenLastCalledWith(expect.objectContaining({ hub_unavailable: 0 }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    await waitFor(() => expect(hub).toHaveProperty("value", "4"));
    await expectNoAxeViolations();
  });

  it("holds everything back with the reason where it may not be touched", async () => {
    const refusal = "Other workers share this PostgreSQL database. Stop them first.";
    given(sandboxStatus({ refusal }));
    await show();
    const card = within(await clock());
    const step = card.getByRole("button", { name: /1 min/ });
    expect(step.getAttribute("aria-disabled")).toBe("true");
    expect(card.getAllByText(refusal).length).toBeGreaterThan(0);
    await userEvent.keyboard(".");
    expect(moveClock).not.toHaveBeenCalled();
    await expectNoAxeViolations();
  });

  it("offers to make a sandbox elsewhere, and shows what was refused", async () => {
    given(sandboxStatus({ is_sandbox: false, clock: null, refusal: "This is no sandbox." }));
    createSandbox.mockRejectedValue(
      new CommandFailure({ code: "invalid", message: "It is there already.", field: "path" }),
    );
    await show();
    expect(screen.queryByRole("region", { name: "Faults on purpose" })).toBeNull();
    await userEvent.click(await screen.findByRole("button", { name: "Make a sandbox…" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("New file"), "/tmp/a.db");
    await userEvent.click(dialog.getByRole("button", { name: /Make a sandbox/ }));
    expect(createSandbox).toHaveBeenCalledWith({ path: "/tmp/a.db", tenant: "Sandbox" });
    expect(await dialog.findByText("It is there already.")).toBeDefined();
  });

  it("shows why a move was refused", async () => {
    moveClock.mockRejectedValueOnce(
      new CommandFailure({ code: "refused", message: "The clock is on its way.", field: null }),
    );
    await show();
    await clock();
    await userEvent.keyboard(".");
    await screen.findAllByText("The clock is on its way.");
  });

  it("says nothing of a virtual clock on a read-only connection that is none", async () => {
    given(sandboxStatus({ is_sandbox: false, clock: null, refusal: "It can only be read." }));
    replaceBackend({
      getAppStatus: async () => appStatus({ connection: connection({ protection: "read_only" }) }),
      getScheduler: async () => schedulerStatus(),
      getSandbox: async () =>
        sandboxStatus({ is_sandbox: false, clock: null, refusal: "It can only be read." }),
    });
    await show();
    expect(await screen.findByText("It can only be read.")).toBeDefined();
  });
});
