import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, tenantRow } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { journalPage, journalRow } from "@/testing/today";
import { JournalPage } from "./JournalPage";

function answer(part: Partial<Backend> = {}) {
  replaceBackend({
    getAppStatus: async () => appStatus(),
    listTenants: async () => [tenantRow()],
    listJournal: async () =>
      journalPage([
        journalRow(),
        journalRow({
          id: "entry-2",
          kind: "moon.landed",
          subject: { subject: "moon:1", kind: "moon", id: "1", name: null },
        }),
      ]),
    ...part,
  });
}

const open = (at = "/journal") => renderPage(<JournalPage />, { at });

describe("JournalPage", () => {
  beforeEach(() => answer());

  it("lists who changed what, also what this version does not know, without a barrier", async () => {
    await open();
    const row = await screen.findByRole("row", {
      name: "Paused Shift handover notes, by ines.duarte@desk, 14:29:08",
    });
    expect(within(row).getByText("off, revision")).toBeDefined();
    expect(screen.getByText("“moon.landed”")).toBeDefined();
    await expectNoAxeViolations();
  });

  it("shows before and after beside the list, and narrows to its subject", async () => {
    const { router } = await open();
    await userEvent.click(await screen.findByText("Paused"));
    const entry = await screen.findByRole("complementary", { name: "Paused Shift handover notes" });
    expect(within(entry).getByText("hub restart")).toBeDefined();
    expect(within(entry).getByText("13")).toBeDefined();
    expect(within(entry).getByRole("link", { name: "Open the routine" })).toBeDefined();
    await expectNoAxeViolations();
    await userEvent.click(within(entry).getByRole("button", { name: "Only this routine" }));
    expect(router.state.location.search).toEqual({ subject: "routine:r-notes" });
  });

  it("asks for what the address says", async () => {
    const listJournal = vi.fn(async () => journalPage([]));
    answer({ listJournal });
    await open("/journal?actor=ines&kind=routine.paused&tenant=t-alder");
    await screen.findByText("No change matches these filters");
    expect(listJournal).toHaveBeenCalledWith(
      expect.objectContaining({
        actor: "ines",
        kinds: ["routine.paused"],
        tenant_id: "t-alder",
        cursor: null,
      }),
    );
    await userEvent.click(screen.getByRole("button", { name: /Clear filters/ }));
    await screen.findByText("No changes yet");
    await expectNoAxeViolations();
  });

  it("says why it could not be read", async () => {
    answer({
      listJournal: async () => {
        throw new CommandFailure({ code: "unavailable", message: "No answer.", field: null });
      },
    });
    await open();
    await screen.findByText("The journal could not be read.");
  });
});
