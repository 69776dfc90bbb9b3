import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { evidenceReport, routineEvidence, tally } from "@/testing/evidence";
import { at } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { EvidencePage } from "./EvidencePage";

async function page(report = evidenceReport()) {
  replaceBackend({ getEvidence: async () => report });
  const view = await renderPage(<EvidencePage />, { at: "/scheduler/evidence" });
  return { view, card: await screen.findByRole("region", { name: "Evidence" }) };
}

describe("Evidence", () => {
  it("says that every occurrence came exactly once", async () => {
    const { card } = await page();
    await within(card).findByText("Every occurrence exactly once");
    expect(within(card).getByText("24 due = 24 fired. 0 lost, 0 doubled.")).toBeDefined();
    expect(within(card).getByRole("img", { name: "24 due: 24 fired" })).toBeDefined();
    await expectNoAxeViolations();
  });

  it("counts what was lost and doubled, and leads to each", async () => {
    const told = tally({ fired: 22, lost: 1, doubled: 1, open: 1 });
    const { card } = await page(
      evidenceReport({
        tally: told,
        routines: [
          routineEvidence({
            tally: told,
            findings: [
              { bucket: "lost", scheduled_for: at(-60), run: null },
              { bucket: "doubled", scheduled_for: at(-30), run: "u-2" },
            ],
          }),
        ],
      }),
    );
    await within(card).findByText("1 lost, 1 doubled");
    const lost = within(card).getByRole("link", { name: /lost at/ });
    expect(decodeURIComponent(lost.getAttribute("href") ?? "")).toContain(
      `/fires/r-ledger/${at(-60)}`,
    );
    await expectNoAxeViolations();
  });

  it("tells what is open, and what cannot be proven", async () => {
    const told = tally({ fired: 23, open: 1, not_provable: 3 });
    const { card } = await page(
      evidenceReport({
        tally: told,
        unrecorded_changes: 1,
        examined: 5,
        routines: [
          routineEvidence({ tally: told, unrecorded_change: true, provable_from: at(-90) }),
        ],
      }),
    );
    await within(card).findByText("Every occurrence exactly once, 1 open");
    expect(within(card).getByText(/3 not provable/)).toBeDefined();
    expect(within(card).getByText("changed without a record")).toBeDefined();
    expect(within(card).getByText("4 more routines, with less to look at.")).toBeDefined();
  });

  it("says so where there is nothing, and offers to try again where it failed", async () => {
    const { card, view } = await page(
      evidenceReport({ examined: 0, routines: [], tally: tally({ due: 0, fired: 0 }) }),
    );
    await within(card).findByText("No routine has been made yet.");
    view.unmount();
    replaceBackend({
      getEvidence: async () => {
        throw new CommandFailure({ code: "unavailable", message: "No answer.", field: null });
      },
    });
    await renderPage(<EvidencePage />, { at: "/scheduler/evidence" });
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByText("No answer.");
  });
});
