import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import {
  type Backend,
  CommandFailure,
  type ReviveDraft,
  type RevivePlan,
  replaceBackend,
} from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, at } from "@/testing/factories";
import { planItem, reviveCandidate, reviveDraft, revivePlan } from "@/testing/failures";
import { renderPage } from "@/testing/render";
import { PlanPage } from "./PlanPage";
import { ReviveDialog } from "./ReviveDialog";

const scope = { lane: "dead", fingerprint: "48f5d5fa8a13", tenant_id: null, routines: [] } as const;

const seven = reviveDraft({
  candidates: Array.from({ length: 6 }, (_, n) =>
    reviveCandidate({ id: `r-${n}`, name: `Routine ${n}` }),
  ),
  left_out: [{ id: "r-9", name: "Toll invoice match", reason: "It was switched off by j.okafor." }],
});

async function draft(answer: ReviveDraft, fake: Partial<Backend> = {}) {
  replaceBackend({
    getAppStatus: async () => appStatus("confirm"),
    draftRevivePlan: async () => answer,
    ...fake,
  });
  const onClose = vi.fn();
  const view = await renderPage(
    <ReviveDialog scope={{ ...scope, routines: [] }} onClose={onClose} />,
    { at: "/failures/dead" },
  );
  return { ...view, onClose };
}

/** The confirming button, once nothing holds it back. */
async function ready() {
  const start = () => screen.getByRole("button", { name: /^Start/ });
  await waitFor(() => expect(start().getAttribute("aria-disabled")).toBeNull());
  return start();
}

describe("The draft of a revive plan", () => {
  it("is held until the connection's name is typed, where it changes many", async () => {
    const user = userEvent.setup();
    const startRevivePlan = vi.fn<Backend["startRevivePlan"]>().mockResolvedValue(revivePlan());
    await draft(seven, { startRevivePlan });
    const dialog = await screen.findByRole("dialog", {
      name: "Revive 6 dead-lettered routines on Production EU?",
    });
    expect(within(dialog).getByText("6 will be revived.")).toBeDefined();
    expect(within(dialog).getByText(/Toll invoice match/).textContent).toContain("j.okafor");
    expect(within(dialog).getByText(/24 fires that were lost/)).toBeDefined();
    const start = within(dialog).getByRole("button", { name: /Start with the canary/ });
    await waitFor(() => expect(start.textContent).toContain("Type Production EU to confirm."));
    await expectNoAxeViolations(dialog);
    await user.type(within(dialog).getByRole("textbox"), "Production EU");
    await user.click(within(dialog).getByRole("button", { name: /Start with the canary/ }));
    await waitFor(() =>
      expect(startRevivePlan).toHaveBeenCalledWith(
        expect.objectContaining({ canary: "r-0", spread_seconds: 600, stop_after: 2 }),
        { typed_name: "Production EU" },
      ),
    );
    expect(startRevivePlan.mock.calls[0]?.[0].routines).toHaveLength(6);
  });

  it("needs neither canary nor window for one routine", async () => {
    const user = userEvent.setup();
    const startRevivePlan = vi.fn<Backend["startRevivePlan"]>().mockResolvedValue(revivePlan());
    await draft(reviveDraft(), { startRevivePlan });
    await user.click(await ready());
    await waitFor(() =>
      expect(startRevivePlan).toHaveBeenCalledWith(
        expect.objectContaining({ canary: null, spread_seconds: 0 }),
        { typed_name: null },
      ),
    );
  });

  it("says that there is nothing to revive", async () => {
    await draft(reviveDraft({ candidates: [], tenant_names: [] }));
    const start = await screen.findByRole("button", { name: /^Start/ });
    await waitFor(() => expect(start.textContent).toContain("There is nothing to revive."));
  });

  it("stays open with the reason where it was refused", async () => {
    const user = userEvent.setup();
    const refused = new CommandFailure({ code: "read_only", message: "Only read.", field: null });
    await draft(reviveDraft(), { startRevivePlan: () => Promise.reject(refused) });
    await user.click(await ready());
    expect(await screen.findAllByText("Only read.")).toBeDefined();
    expect(screen.getByRole("button", { name: /^Start/ })).toBeDefined();
  });
});

async function watch(plan: RevivePlan, fake: Partial<Backend> = {}) {
  replaceBackend({
    getAppStatus: async () => appStatus(),
    getRevivePlan: async () => plan,
    ...fake,
  });
  return renderPage(<PlanPage />, {
    at: "/failures/revive/p-1",
    path: "/failures/revive/$planId",
  });
}

const revived = planItem({ outcome: "revived", revived_at: at(-0.2), next_fire_at: at(28) });
const ended = { can_stop: false, next_step_at: null, ended_at: at(0) };

describe("A revive plan", () => {
  const states: [string, RevivePlan, string, RegExp][] = [
    ["canary running", revivePlan(), "Canary running", /Nothing is revived until it succeeds/],
    [
      "canary failed",
      revivePlan({
        ...ended,
        status: "stopped",
        message: "The canary could not be launched. Nothing was revived.",
      }),
      "Canary failed",
      /Nothing was revived/,
    ],
    [
      "spreading",
      revivePlan({
        status: "spreading",
        next_step_at: at(2),
        items: [revived, planItem({ id: "r-2", revive_at: at(2) })],
      }),
      "Spreading",
      /comes back in 2 min/,
    ],
    [
      "stopped",
      revivePlan({
        ...ended,
        status: "stopped",
        message: "Stopped by ines@desk.",
        items: [revived, planItem({ id: "r-2", revive_at: at(2) })],
      }),
      "Stopped",
      /Stopped by ines/,
    ],
    [
      "done",
      revivePlan({
        ...ended,
        status: "done",
        can_undo: true,
        undo_until: at(0.5),
        items: [
          revived,
          planItem({ id: "r-2", outcome: "skipped", message: "It is gone." }),
          planItem({ id: "r-3", outcome: "conflict", message: "j.okafor changed it." }),
        ],
      }),
      "Done",
      /can be undone until 14:32:38/,
    ],
    [
      "undone",
      revivePlan({ ...ended, status: "undone", items: [planItem({ outcome: "undone" })] }),
      "Undone",
      /out of the schedule again/,
    ],
  ];
  it.each(states)("says that it is %s", async (_, plan, word, sentence) => {
    const { container } = await watch(plan);
    const standing = await screen.findByRole("region", { name: "Where the plan is" });
    expect(within(standing).getByRole("status").textContent).toContain(word);
    expect(standing.textContent).toMatch(sentence);
    await expectNoAxeViolations(container);
  });

  it("reports each routine", async () => {
    const [, plan] = states[4] ?? [];
    if (plan) await watch(plan);
    expect(await screen.findByText("1 revived, 1 left out, 1 in conflict")).toBeDefined();
    const conflict = screen.getByText("Conflict").closest("tr");
    expect(conflict?.textContent).toContain("j.okafor changed it.");
  });

  it("is stopped, and undone", async () => {
    const user = userEvent.setup();
    const plan = revivePlan({ status: "spreading", can_undo: true, items: [revived] });
    const stopRevivePlan = vi.fn<Backend["stopRevivePlan"]>().mockResolvedValue(plan);
    const refused = new CommandFailure({ code: "refused", message: "Too late.", field: null });
    const undoRevivePlan = vi.fn<Backend["undoRevivePlan"]>().mockRejectedValue(refused);
    await watch(plan, { stopRevivePlan, undoRevivePlan });
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    await waitFor(() => expect(stopRevivePlan).toHaveBeenCalledWith("p-1"));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findAllByText("Too late.")).toBeDefined();
  });

  it("says why it could not be read", async () => {
    const gone = new CommandFailure({ code: "not_found", message: "No such plan.", field: null });
    await watch(revivePlan(), { getRevivePlan: () => Promise.reject(gone) });
    expect(await screen.findByText("No such plan.")).toBeDefined();
  });
});
