import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, type BulkReport, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, at, routineDetail, routinePage, routineRow } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { RoutinesPage } from "../RoutinesPage";

const rows = ["Notes", "Rates", "Scan"].map((name, index) =>
  routineRow({ id: `r${index}`, name, revision: index + 1 }),
);
const off = routineRow({
  id: "r-off",
  name: "Expiry",
  state: { kind: "off", actor: "ines", reason: "", at: at(-9), resume_at: null },
  next_fire_at: null,
  actions: ["run_now", "resume", "edit", "delete"],
});

const report = (part: Partial<BulkReport> = {}): BulkReport => ({
  done: 1,
  left_out: [],
  conflicts: [],
  stopped: null,
  ...part,
});

function answers(part: Partial<Backend> = {}) {
  const fake = {
    getAppStatus: vi.fn(async () => appStatus()),
    listTenants: vi.fn(async () => []),
    listOwners: vi.fn(async () => []),
    listRoutines: vi.fn(async () => routinePage([...rows, off], { matching: 148 })),
    getRoutine: vi.fn(async () => routineDetail({ row: rows[0] })),
    listRuns: vi.fn(async () => ({ rows: [], next_cursor: null, now: at(0) })),
    runBulk: vi.fn(async () => report()),
    getBulkProgress: vi.fn(async () => null),
    getBulkConsequence: vi.fn<Backend["getBulkConsequence"]>(async () => ({
      sentences: [
        [
          { words: "12 fires in the next day will not happen; the first would have been at " },
          { at: at(60) },
          { words: "." },
        ],
        [{ words: "Left out as they are: 1 paused." }],
      ],
      now: at(0),
    })),
    ...part,
  };
  replaceBackend(fake as Partial<Backend>);
  return fake;
}

async function open(address = "/routines") {
  const view = await renderPage(<RoutinesPage />, { at: address });
  await screen.findByRole("row", { name: /^Notes/ });
  return view;
}

const bar = () => screen.findByRole("region", { name: "Selected routines" });
const press = (name: RegExp) => userEvent.click(screen.getByRole("button", { name }));

describe("bulk actions", () => {
  it("chooses with X, Shift X and Ctrl A, and lets go with Escape", async () => {
    answers();
    const { container } = await open();
    await userEvent.keyboard("jx");
    expect((await bar()).textContent).toContain("1 selected");
    await userEvent.keyboard("jj{Shift>}x{/Shift}");
    expect((await bar()).textContent).toContain("3 selected");
    await userEvent.keyboard("{Control>}a{/Control}");
    expect((await bar()).textContent).toContain("4 selected");
    await expectNoAxeViolations(container);
    await userEvent.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Selected routines" })).toBeNull(),
    );
  });

  it("says the count first, sends the revisions that were seen, and tells what became of each", async () => {
    const { runBulk, getBulkConsequence } = answers({
      runBulk: vi.fn(async () =>
        report({
          left_out: [{ id: "r-off", name: "Expiry", reason: "It is off already, by ines." }],
          conflicts: [{ id: "r1", name: "Rates", changed_by: "t.sato" }],
        }),
      ),
    });
    await open();
    await userEvent.keyboard("{Control>}a{/Control}");
    await press(/^Pause…/);
    const dialog = await screen.findByRole("dialog", {
      name: "Pause 4 routines on Production EU?",
    });
    await waitFor(() => expect(dialog.textContent).toContain("12 fires in the next day"));
    expect(dialog.textContent).toContain("Left out as they are: 1 paused.");
    const asked = vi.mocked(getBulkConsequence).mock.lastCall?.[0];
    expect(asked?.action).toEqual({ kind: "pause", reason: "", resume_at: null });
    expect(asked?.target).toHaveProperty("items.length", 4);
    await userEvent.type(within(dialog).getByLabelText("Reason"), "hub restart");
    await expectNoAxeViolations();
    await userEvent.click(within(dialog).getByRole("button", { name: /^Pause/ }));
    const told = await screen.findByRole("dialog", { name: /what became of it/ });
    expect(told.textContent).toContain("1 paused, 1 left out, 1 in conflict");
    expect(told.textContent).toContain("It is off already, by ines.");
    expect(told.textContent).toContain("changed by t.sato");
    await expectNoAxeViolations();
    expect(runBulk).toHaveBeenCalledWith(
      {
        action: { kind: "pause", reason: "hub restart", resume_at: null },
        target: {
          kind: "chosen",
          items: [
            { id: "r0", revision: 1 },
            { id: "r1", revision: 2 },
            { id: "r2", revision: 3 },
            { id: "r-off", revision: 14 },
          ],
        },
      },
      { typed_name: null },
    );
    // What was not touched stays chosen.
    await userEvent.click(within(told).getByRole("button", { name: "Close" }));
    expect((await bar()).textContent).toContain("2 selected");
  });

  it("takes everything that matches, and wants the name typed where changes are confirmed", async () => {
    const { runBulk } = answers({ getAppStatus: async () => appStatus("confirm") });
    await open("/routines?q=o");
    await userEvent.keyboard("jx");
    await press(/^Select all 148/);
    expect((await bar()).textContent).toContain("148 selected");
    await press(/^Run now…/);
    const dialog = await screen.findByRole("dialog", { name: /^Run now 148 routines/ });
    const confirm = () => within(dialog).getByRole("button", { name: /^Run now/ });
    expect(confirm().getAttribute("aria-disabled")).toBe("true");
    await userEvent.type(within(dialog).getByLabelText(/Type/), "Production EU");
    await userEvent.click(confirm());
    await screen.findByRole("dialog", { name: /what became of it/ });
    expect(runBulk).toHaveBeenCalledWith(
      {
        action: { kind: "run_now" },
        target: {
          kind: "matching",
          at_most: 148,
          matching: expect.objectContaining({ view: "all", search: "o" }),
        },
      },
      { typed_name: "Production EU" },
    );
  });

  it("shows how far it is and stops", async () => {
    let end = (_: BulkReport) => {};
    const stopBulk = vi.fn(async () => {
      end(report({ done: 40, stopped: 108 }));
      return true;
    });
    answers({
      runBulk: () => new Promise((resolve) => (end = resolve)),
      getBulkProgress: async () => ({ verb: "Delete", handled: 40, total: 148, stopping: false }),
      stopBulk,
    });
    await open();
    await userEvent.keyboard("jx");
    await press(/^Select all/);
    await userEvent.click(screen.getByRole("button", { name: /More actions on/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: /Delete/ }));
    const dialog = await screen.findByRole("dialog", { name: /^Delete 148/ });
    await userEvent.click(within(dialog).getByRole("button", { name: /^Delete/ }));
    expect(await screen.findByText("40 of 148")).toBeDefined();
    await press(/^Stop/);
    const told = await screen.findByRole("dialog", { name: /what became of it/ });
    expect(told.textContent).toContain("108 not reached since it was stopped");
    expect(stopBulk).toHaveBeenCalled();
  });

  it("keeps the question open with the reason when it was refused", async () => {
    const message = "More routines match now than the 148 that were counted.";
    answers({
      runBulk: async () => {
        throw new CommandFailure({ code: "refused", message, field: null });
      },
    });
    await open();
    await userEvent.keyboard("jx");
    await press(/^Run now…/);
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: /^Run now/ }));
    expect((await within(dialog).findByRole("alert")).textContent).toBe(message);
  });

  it("sums several up in the inspector, and holds back what is read-only", async () => {
    answers({ getAppStatus: async () => appStatus("read_only") });
    await open("/routines?sel=r0");
    await userEvent.keyboard("{Control>}a{/Control}");
    const several = await screen.findByRole("region", { name: "4 selected routines" });
    expect(several.textContent).toContain("3 Scheduled");
    const held = await within(await bar()).findByRole("button", { name: /^Pause…/ });
    await waitFor(() => expect(held.textContent).toContain("Production EU is read-only"));
  });
});
