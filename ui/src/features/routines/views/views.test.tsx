import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { SavedViews } from "./SavedViews";
import { SaveView } from "./SaveView";

afterEach(() => localStorage.clear());

const page = (
  <>
    <SavedViews />
    <SaveView search={{ view: "failing", tenant: "t2", sel: "r1" }} />
  </>
);

describe("saved views", () => {
  it("keeps filters by name, counts what they hold, and forgets", async () => {
    const countMatchingRoutines = vi.fn(async () => 10_001);
    replaceBackend({ getAppStatus: async () => appStatus(), countMatchingRoutines });
    await renderPage(page, { at: "/routines" });
    await userEvent.click(screen.getByRole("button", { name: "Saved views" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: /^Save these filters/ }));
    await userEvent.type(await screen.findByLabelText("Name"), "Kestrel, failing");
    await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
    const views = await screen.findByRole("region", { name: "Saved views" });
    const link = await within(views).findByRole("link", { name: /Kestrel, failing/ });
    expect(link.getAttribute("href")).toBe("/routines?view=failing&tenant=t2");
    expect(await within(views).findByText("10,000+")).toBeDefined();
    expect(countMatchingRoutines).toHaveBeenCalledWith(
      expect.objectContaining({ view: "failing", tenant_id: "t2" }),
    );
    await expectNoAxeViolations();
    await userEvent.click(screen.getByRole("button", { name: "Saved views" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: /^Forget/ }));
    expect(screen.queryByRole("region", { name: "Saved views" })).toBeNull();
  });

  it("shows nothing of what it cannot read", async () => {
    localStorage.setItem("routine-desk.views:db.example:5432/routines", "{not json");
    replaceBackend({ getAppStatus: async () => appStatus() });
    await renderPage(page, { at: "/routines" });
    expect(screen.queryByRole("region", { name: "Saved views" })).toBeNull();
  });
});
