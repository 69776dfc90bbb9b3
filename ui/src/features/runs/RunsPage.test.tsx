import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { routineDetail, runPage, runRow } from "@/testing/runs";
import { RunsPage } from "./RunsPage";

const gaveUp = runRow({
  id: "run-9",
  routine_name: "Carrier rate import",
  status: "schedule_failed",
  cause: "retry",
  attempt: 5,
  dead_lettered: true,
  message: "The hub answered 503.",
});
const missed = runRow({
  id: "run-8",
  status: "missed",
  attempt: 0,
  worker: null,
  duration_ms: null,
  scheduled_for: "2026-10-22T06:00:00Z",
  missed: { until: "2026-10-22T09:00:00Z", count: 12 },
  message: "Missed: nobody looked until 11:04 UTC.",
});

function open(
  listRuns: Backend["listRuns"] = async () => runPage([gaveUp, missed, runRow()]),
  at = "/runs",
) {
  const asked = vi.fn(listRuns);
  replaceBackend({
    listRuns: asked,
    listTenants: async () => [],
    getRoutine: async () => routineDetail(),
    getAppStatus: async () => ({
      version: "0.1.0",
      viewer_zone: "Europe/Vienna",
      connection: null,
      remembered: null,
    }),
  });
  return renderPage(<RunsPage />, { at, path: "/runs" }).then((page) => ({ ...page, asked }));
}

const press = (key: string) =>
  act(async () => {
    fireEvent.keyDown(window, { key });
  });
const row = (name: RegExp) => screen.findByRole("row", { name });

describe("RunsPage", () => {
  it("says of each run what happened, where, when and why", async () => {
    const { asked } = await open();
    const first = await row(
      /Carrier rate import, Alder Freight, schedule-failed, attempt 5.*gave up/,
    );
    expect(first.textContent).toContain("gave up");
    expect(first.textContent).toContain("The hub answered 503.");
    expect(first.textContent).toContain("Retry, attempt 5");
    const span = await row(/missed, planned 08:00/);
    expect(span.textContent).toContain("12 missed, 08:00 to 11:00");
    expect(span.textContent).toContain("recorded 14:30:02");
    expect(screen.getByText("3 runs in the last 7 days")).toBeDefined();
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      from: "2026-10-15T12:32:08.000Z",
      to: null,
      cursor: null,
      limit: 50,
    });
    await expectNoAxeViolations();
  });

  it("narrows by several statuses, and sets them aside for dead-lettered", async () => {
    const { asked, router } = await open();
    await row(/Carrier/);
    await userEvent.click(screen.getByText("Status"));
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Failed" }));
    await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "Missed" }));
    expect(screen.getByRole("button", { name: /Status: 2 of 10/ })).toBeDefined();
    expect(asked.mock.lastCall?.[0].statuses).toEqual(["failed", "missed"]);
    await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "Dead-lettered" }));
    expect(asked.mock.lastCall?.[0]).toMatchObject({ statuses: [], dead_lettered: true });
    expect(router.state.location.search).toMatchObject({ dead: true });
  });

  it("searches errors and input within the window, and says how far it has looked", async () => {
    const { asked, router } = await open(async ({ search, cursor }) =>
      search && cursor === null
        ? runPage([gaveUp], { next_cursor: "far", searched_to: "2026-10-20T06:00:00Z" })
        : runPage([runRow()]),
    );
    await row(/Supplier/);
    await userEvent.type(screen.getByRole("textbox", { name: /Search errors/ }), "503");
    await row(/Carrier/);
    expect(router.state.location.search).toMatchObject({ q: "503" });
    expect(asked.mock.lastCall?.[0]).toMatchObject({
      search: "503",
      from: "2026-10-15T12:32:08.000Z",
    });
    expect(screen.getByText(/Looked through the runs back to/)).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Look further back" }));
    await waitFor(() => expect(asked.mock.lastCall?.[0].cursor).toBe("far"));
    await expectNoAxeViolations();
  });

  it("narrows by cause", async () => {
    const { asked } = await open();
    await row(/Carrier/);
    await userEvent.click(screen.getByText("Cause"));
    await userEvent.click(await screen.findByText("By hand"));
    expect(asked.mock.lastCall?.[0].causes).toEqual(["manual"]);
  });

  it("narrows by time, and takes the window away", async () => {
    const { asked } = await open();
    await row(/Carrier/);
    await userEvent.click(screen.getByText("Time"));
    await userEvent.click(await screen.findByText("Last hour"));
    expect(asked.mock.lastCall?.[0].from).toBe("2026-10-22T11:32:08.000Z");
    await userEvent.click(screen.getByLabelText("Last hour, remove this filter"));
    expect(asked.mock.lastCall?.[0].from).toBeNull();
  });

  it("names the routine and the tenant a link has set, and clears filters with Esc", async () => {
    const { asked, router } = await open(
      undefined,
      "/runs?routine=routine-1&tenant=tenant-1&status=failed",
    );
    await row(/Carrier/);
    expect(screen.getByRole("button", { name: /Routine: Carrier rate import/ })).toBeDefined();
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      routine_id: "routine-1",
      tenant_id: "tenant-1",
    });
    await press("Escape");
    expect(router.state.location.search).toEqual({ tenant: "tenant-1" });
  });

  it("names the routine of a link even where it has no runs", async () => {
    await open(async () => runPage([]), "/runs?routine=routine-1");
    await screen.findByText("No run matches this filter");
    expect(await screen.findByRole("button", { name: /Routine: Supplier price/ })).toBeDefined();
  });

  it("moves with J and K, opens with Enter, filters with a slash", async () => {
    const { router } = await open();
    await row(/Carrier/);
    await press("/");
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Search errors/ }));
    act(() => (document.activeElement as HTMLElement).blur());
    await press("j");
    expect(router.state.location.search).toEqual({ sel: "run-9" });
    await press("j");
    await press("k");
    expect(router.state.location.search).toEqual({ sel: "run-9" });
    act(() => (document.activeElement as HTMLElement).blur());
    await press("Enter");
    expect(router.state.location.pathname).toBe("/runs/run-9");
  });

  it("explains the run under the cursor with W", async () => {
    const { router } = await open();
    await row(/Carrier rate import, .*attempt 5/);
    await press("w");
    expect(router.state.location.pathname).toBe("/runs");
    await press("j");
    await waitFor(() => expect(router.state.location.search).toHaveProperty("sel"));
    await press("w");
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/fires\//));
  });

  it("goes back to the list as it was before a filter, not letter by letter", async () => {
    const { router } = await open();
    await row(/Carrier rate import, .*attempt 5/);
    await userEvent.click(screen.getByRole("button", { name: "Status" }));
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Failed" }));
    await userEvent.keyboard("{Escape}");
    await userEvent.type(screen.getByRole("textbox", { name: /^Search/ }), "rate");
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ status: ["failed"], q: "rate" }),
    );
    act(() => router.history.back());
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    await row(/Carrier rate import, .*attempt 5/);
  });

  it("holds newer runs back while a row is under the cursor", async () => {
    let rows = [runRow()];
    const { queries } = await open(async () => runPage(rows), "/runs?sel=run-2");
    await row(/Supplier price watch/);
    rows = [gaveUp, runRow({ status: "failed" })];
    await act(() => queries.invalidateQueries());
    await row(/Supplier price watch.*failed/);
    expect(screen.queryByRole("row", { name: /Carrier/ })).toBeNull();
    expect(screen.getByRole("button", { name: /1 newer/ })).toBeDefined();
    await press("l");
    expect(await row(/Carrier/)).toBeDefined();
  });

  it("asks for the next page by the cursor of the one before", async () => {
    const { asked } = await open(async ({ cursor }) =>
      cursor === null
        ? runPage([gaveUp], { next_cursor: "after-9" })
        : runPage([runRow({ id: "run-3" })]),
    );
    await row(/Supplier price watch/);
    expect(asked.mock.calls.map(([query]) => query.cursor)).toEqual([null, "after-9"]);
    expect(screen.getByText(/Only the last 7 days/)).toBeDefined();
  });

  it("does not ask for a refused page again by itself", async () => {
    let refused = 0;
    await open(async ({ cursor }) => {
      if (cursor === null) return runPage([gaveUp], { next_cursor: "after-9" });
      refused += 1;
      throw new CommandFailure({ code: "unavailable", message: "It is locked.", field: null });
    });
    const band = await screen.findByRole("alert");
    expect(band.textContent).toContain("It is locked. The rows below are from before.");
    expect(refused).toBe(1);
    await userEvent.click(within(band).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(refused).toBe(2));
  });

  it("says why it is empty", async () => {
    await open(async () => runPage([]), "/runs?from=all");
    expect(await screen.findByText("No runs yet")).toBeDefined();
    await expectNoAxeViolations();
  });

  it("offers the older ones when the window is empty", async () => {
    const { asked } = await open(async () => runPage([]));
    await screen.findByText("No runs in the last 7 days");
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(asked.mock.lastCall?.[0].from).toBeNull();
  });

  it("says which filters hide everything", async () => {
    const { router } = await open(async () => runPage([]), "/runs?status=failed&cause=retry");
    expect(await screen.findByText("No run matches 2 filters")).toBeDefined();
    expect(screen.getByText(/hidden by Status and Cause/)).toBeDefined();
    const clear = screen.getAllByRole("button", { name: /Clear filters/ });
    await userEvent.click(clear.at(-1) as HTMLElement);
    expect(router.state.location.search).toEqual({});
  });

  it("shows that it asks", async () => {
    await open(() => new Promise(() => {}));
    expect(screen.getByRole("grid", { name: "Runs" }).getAttribute("aria-busy")).toBe("true");
  });

  it("shows a failure in place of the rows and tries again", async () => {
    let broken = true;
    await open(async () => {
      if (!broken) return runPage([gaveUp]);
      throw new CommandFailure({ code: "unavailable", message: "It is locked.", field: null });
    });
    const band = await screen.findByRole("alert");
    expect(band.textContent).toContain("Runs could not be read. It is locked.");
    await expectNoAxeViolations();
    broken = false;
    await userEvent.click(within(band).getByRole("button", { name: "Try again" }));
    expect(await row(/Carrier/)).toBeDefined();
  });
});
