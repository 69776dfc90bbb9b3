import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import {
  appStatus,
  at,
  routineDetail,
  routinePage,
  routineRow,
  runRow,
  tenantRow,
} from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { RoutinesPage } from "./RoutinesPage";

const dead = routineRow({
  id: "r-rates",
  name: "Carrier rate import",
  state: { kind: "dead_lettered", at: at(-51) },
  next_fire_at: null,
  consecutive_failures: 5,
  actions: ["revive", "run_now", "edit", "delete"],
});
const off = routineRow({
  id: "r-scan",
  name: "Contract expiry scan",
  enabled: false,
  state: { kind: "off", actor: "ines", reason: "hub restart", at: at(-99), resume_at: null },
  next_fire_at: null,
  actions: ["run_now", "resume", "edit", "delete"],
});
const rows = [routineRow(), dead, off];

function answers(part: Partial<Backend> = {}) {
  const fake = {
    getAppStatus: vi.fn(async () => appStatus()),
    listOwners: vi.fn(async () => ["ines", "mara.lind"]),
    listTenants: vi.fn(async () => [tenantRow(), tenantRow({ id: "t2", name: "Kestrel Books" })]),
    listRoutines: vi.fn(async () =>
      routinePage(rows, {
        matching: 148,
        counts: { all: 186, failing: 13, off: 11, manual: 4, deleted: 2 },
      }),
    ),
    getRoutine: vi.fn(async (id: string) =>
      routineDetail({ row: rows.find((row) => row.id === id) ?? routineRow() }),
    ),
    listRuns: vi.fn(async () => ({ rows: [runRow()], next_cursor: null, now: at(0) })),
    ...part,
  };
  replaceBackend(fake as Partial<Backend>);
  return fake;
}

const open = (address = "/routines") => renderPage(<RoutinesPage />, { at: address });
const row = (name: string) => screen.findByRole("row", { name: new RegExp(`^${name}`) });

describe("RoutinesPage", () => {
  it("lists routines with state, schedule, next fire and counts", async () => {
    answers();
    const { container } = await open();
    const notes = await row("Shift handover notes");
    expect(notes.textContent).toContain("At 15:00, Monday to Saturday");
    expect(notes.textContent).toContain("in 28 min");
    expect(notes.textContent).toContain("has never run");
    expect(screen.getByText("148 of 186")).toBeDefined();
    expect(screen.getByRole("radio", { name: /Failing/ }).textContent).toBe("Failing13");
    const rates = await row("Carrier rate import");
    expect(rates.textContent).toContain("until revived");
    await expectNoAxeViolations(container);
  });

  it("asks for what the address says", async () => {
    const { listRoutines } = answers();
    await open(
      '/routines?view=failing&q=notes&state=["off"]&tenant=t2&sort=name&trigger=cron&owner=ines&due=3600',
    );
    await row("Shift handover notes");
    expect(listRoutines).toHaveBeenCalledWith({
      view: "failing",
      search: "notes",
      states: ["off"],
      triggers: ["cron"],
      tenant_id: "t2",
      definition_id: null,
      owner: "ines",
      due_within_seconds: 3600,
      off_for_days: null,
      sort: "name",
      cursor: null,
      limit: 50,
    });
    expect(screen.getByRole("button", { name: /Tenant: Kestrel Books, remove/ })).toBeDefined();
  });

  it("puts view, words and state into the address", async () => {
    answers();
    const { router } = await open();
    await row("Shift handover notes");
    const search = () => router.state.location.search as Record<string, unknown>;
    await userEvent.click(screen.getByRole("radio", { name: /Off/ }));
    await waitFor(() => expect(search().view).toBe("off"));
    await userEvent.keyboard("/night");
    await waitFor(() => expect(search().q).toBe("night"));
    await userEvent.click(screen.getByRole("button", { name: "State" }));
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Dead-lettered" }));
    await waitFor(() => expect(search().state).toEqual(["dead_lettered"]));
  });

  it("loads the next page by its cursor", async () => {
    const { listRoutines } = answers({
      listRoutines: vi.fn(async ({ cursor }) =>
        cursor === null ? routinePage([routineRow()], { next_cursor: "c1" }) : routinePage([dead]),
      ),
    });
    await open();
    await row("Carrier rate import");
    expect(listRoutines).toHaveBeenLastCalledWith(expect.objectContaining({ cursor: "c1" }));
  });

  it("says that there is nothing yet, or that nothing matches", async () => {
    answers({ listRoutines: async () => routinePage([]) });
    const { unmount } = await open();
    expect(await screen.findByText("No routines yet")).toBeDefined();
    unmount();
    const { router } = await open("/routines?q=invoice&tenant=t2");
    expect(await screen.findByText("No routine matches 2 filters")).toBeDefined();
    await expectNoAxeViolations();
    await userEvent.click(screen.getByRole("button", { name: /Clear filters/ }));
    expect(await screen.findByText("No routines yet")).toBeDefined();
    expect(router.state.location.search).toEqual({});
  });

  it("shows an error with a way to try again", async () => {
    const listRoutines = vi
      .fn()
      .mockRejectedValueOnce(
        new CommandFailure({ code: "unavailable", message: "It is locked.", field: null }),
      )
      .mockResolvedValue(routinePage(rows));
    answers({ listRoutines });
    await open();
    expect(await screen.findByText("Routines could not be read.")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await row("Shift handover notes");
  });

  it("moves with J, peeks with Space, follows, and closes with Escape", async () => {
    answers();
    const { router } = await open();
    await row("Shift handover notes");
    const sel = () => (router.state.location.search as { sel?: string }).sel;
    await userEvent.keyboard("j ");
    await waitFor(() => expect(sel()).toBe("r-notes"));
    const inspector = await screen.findByRole("complementary", { name: "Shift handover notes" });
    expect(await within(inspector).findByText("If late: run once, then carry on")).toBeDefined();
    expect(inspector.textContent).toContain("9007199254740993");
    expect(await within(inspector).findByRole("link", { name: /Succeeded/ })).toBeDefined();
    await expectNoAxeViolations();
    await userEvent.keyboard("j");
    await waitFor(() => expect(sel()).toBe("r-rates"));
    expect(await screen.findByText(/^Dead-lettered since 13:41/)).toBeDefined();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(sel()).toBeUndefined());
  });

  it("acts on what the address leads to, such as a routine that was just made", async () => {
    answers();
    const { router } = await open();
    await row("Shift handover notes");
    await userEvent.keyboard("j");
    await act(() => router.navigate({ to: "/routines", search: { sel: "r-rates" } }));
    await userEvent.keyboard("{Delete}");
    expect(await screen.findByRole("dialog", { name: /Carrier rate import/ })).toBeDefined();
  });

  it("opens the full page with Enter and the editor with E and N", async () => {
    answers();
    for (const [keys, path] of [
      ["j{Enter}", "/routines/r-notes"],
      ["je", "/routines/r-notes/edit"],
      ["n", "/routines/new"],
    ] as const) {
      const { router, unmount } = await open();
      await row("Shift handover notes");
      await userEvent.keyboard(keys);
      await waitFor(() => expect(router.state.location.pathname).toBe(path));
      unmount();
    }
  });

  it("holds everything back on a read-only connection, with the reason", async () => {
    const held = rows.map((each) => ({ ...each, actions: [] }));
    answers({
      getAppStatus: async () => appStatus("read_only"),
      listRoutines: async () => routinePage(held),
      getRoutine: async () => routineDetail({ row: { ...routineRow(), actions: [] } }),
    });
    await open("/routines?sel=r-notes");
    const reason = /Production EU is read-only/;
    const run = await screen.findByRole("button", { name: /Run now/ });
    await waitFor(() => expect(run.getAttribute("aria-disabled")).toBe("true"));
    expect(run.textContent).toMatch(reason);
    expect(screen.getByRole("button", { name: "Revive Carrier rate import" }).textContent).toMatch(
      reason,
    );
    await expectNoAxeViolations();
  });
});
