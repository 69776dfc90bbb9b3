import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, type FailuresPage as Page, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, at } from "@/testing/factories";
import {
  errorFacts,
  failingRoutine,
  failureGroup,
  failuresPage,
  reviveDraft,
  revivePlan,
} from "@/testing/failures";
import { renderPage } from "@/testing/render";
import { FailuresPage } from "./FailuresPage";

const dead = failureGroup({
  shown: ["Carrier rate import", "Port slot reminder"].map((name, index) =>
    failingRoutine({ id: `r-${index}`, name }),
  ),
  routines: 6,
});
const retrying = failureGroup({
  key: "aaaaaaaaaaaa",
  title: "No answer in 40 s",
  error: errorFacts({ fingerprint: "aaaaaaaaaaaa", code: "no_answer" }),
  shown: [failingRoutine({ consecutive_failures: 2, next_fire_at: at(1.2) })],
});
const page = failuresPage({ retrying: [retrying], dead: [dead] }, { off_by_person: 9 });

async function open(answer: Page = page, fake: Partial<Backend> = {}, at = "/failures/dead") {
  replaceBackend({
    getAppStatus: async () => appStatus(),
    listFailures: async () => answer,
    listRevivePlans: async () => [],
    ...fake,
  });
  return renderPage(<FailuresPage />, { at, path: "/failures/$lane" });
}

const card = (name: string | RegExp) => screen.findByRole("article", { name });

describe("The failures page", () => {
  it("shows three lanes of groups, and what a person switched off apart", async () => {
    const { container } = await open();
    expect(await screen.findByText("7 routines, 2 errors")).toBeDefined();
    const gaveUp = await card(/answered 503/);
    expect(within(gaveUp).getByText("Port slot reminder")).toBeDefined();
    expect(within(gaveUp).getByText("4 more")).toBeDefined();
    expect(
      within(gaveUp).getByRole("img", { name: "35 failures in the last 24 hours" }),
    ).toBeDefined();
    expect(within(await card("No answer in 40 s")).getByText("2 of 5")).toBeDefined();
    expect(screen.getByText(/9 more routines are off/)).toBeDefined();
    expect(screen.getByText("The scheduler has switched nothing off.")).toBeDefined();
    await expectNoAxeViolations(container);
  });

  it("says that nothing fails", async () => {
    const { container } = await open(failuresPage());
    expect(await screen.findByText("Nothing is backing off.")).toBeDefined();
    expect(screen.getByText("Nothing has given up.")).toBeDefined();
    await expectNoAxeViolations(container);
  });

  it("marks what grows although it is muted", async () => {
    const muted = { until: at(60), by: "ines@desk" };
    const group = failureGroup({ error: errorFacts({ growing: true, muted }) });
    const { container } = await open(failuresPage({ dead: [group] }));
    expect(await screen.findByText("growing")).toBeDefined();
    expect(screen.getByText(/muted until/).textContent).toContain("muted until 15:32 by ines@desk");
    expect(screen.getByRole("button", { name: "Unmute" })).toBeDefined();
    await expectNoAxeViolations(container);
  });

  it("says why it could not be read, and tries again", async () => {
    const user = userEvent.setup();
    const listFailures = vi
      .fn<Backend["listFailures"]>()
      .mockRejectedValueOnce(
        new CommandFailure({ code: "unavailable", message: "No route to it.", field: null }),
      )
      .mockResolvedValue(page);
    const { container } = await open(page, { listFailures });
    expect(await screen.findByText("No route to it.")).toBeDefined();
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await card(/answered 503/)).toBeDefined();
  });

  it("goes from lane to lane and from group to group by keys", async () => {
    const user = userEvent.setup();
    const { router } = await open();
    await card(/answered 503/);
    await user.keyboard("1");
    await waitFor(() => expect(router.state.location.pathname).toBe("/failures/retrying"));
    expect(router.state.location.search).toMatchObject({ sel: "aaaaaaaaaaaa" });
    await user.keyboard("2");
    await waitFor(() => expect(router.state.location.pathname).toBe("/failures/dead"));
    await waitFor(async () =>
      expect((await card(/answered 503/)).hasAttribute("data-selected")).toBe(true),
    );
  });

  it("mutes the chosen group by M and takes that back", async () => {
    const user = userEvent.setup();
    const muteError = vi.fn<Backend["muteError"]>().mockResolvedValue(null);
    await open(page, { muteError }, "/failures/dead?sel=48f5d5fa8a13");
    await card(/answered 503/);
    await user.keyboard("m");
    await waitFor(() =>
      expect(muteError).toHaveBeenCalledWith("48f5d5fa8a13", "2026-10-23T12:32:08.000Z"),
    );
    await user.click(await screen.findByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(muteError).toHaveBeenLastCalledWith("48f5d5fa8a13", null));
  });

  it("puts them together otherwise", async () => {
    const user = userEvent.setup();
    const listFailures = vi.fn<Backend["listFailures"]>().mockResolvedValue(page);
    const { router } = await open(page, { listFailures });
    await user.click(await screen.findByRole("radio", { name: "By tenant" }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ by: "tenant" }));
    await waitFor(() =>
      expect(listFailures).toHaveBeenLastCalledWith(expect.objectContaining({ by: "tenant" })),
    );
  });

  it("drafts a plan for the group by V", async () => {
    const user = userEvent.setup();
    const draftRevivePlan = vi.fn<Backend["draftRevivePlan"]>().mockResolvedValue(reviveDraft());
    await open(page, { draftRevivePlan }, "/failures/dead?sel=48f5d5fa8a13");
    await card(/answered 503/);
    await user.keyboard("v");
    expect(await screen.findByRole("dialog", { name: /Revive/ })).toBeDefined();
    expect(draftRevivePlan).toHaveBeenCalledWith({
      lane: "dead",
      fingerprint: "48f5d5fa8a13",
      tenant_id: null,
      routines: [],
    });
  });

  it("tries a group that backs off now, and asks where there are several", async () => {
    const runBulk = vi.fn(async () => ({ done: 2, left_out: [], conflicts: [], stopped: null }));
    const members = ["r-1", "r-2"].map((id) => ({ id, revision: 3 }));
    const two = { ...retrying, routines: 2, members };
    await open(failuresPage({ retrying: [two] }), { runBulk }, "/failures/retrying");
    await userEvent.click(await screen.findByRole("button", { name: /^Try 2 now…/ }));
    const dialog = await screen.findByRole("dialog", { name: /^Try 2 routines now on/ });
    await expectNoAxeViolations();
    await userEvent.click(within(dialog).getByRole("button", { name: /^Try now/ }));
    expect(await screen.findByText("Trying 2 routines now")).toBeDefined();
    expect(runBulk).toHaveBeenCalledWith(
      {
        action: { kind: "try_now" },
        target: { kind: "chosen", items: members },
      },
      { typed_name: null },
    );
  });

  it("leads back to a plan that runs", async () => {
    await open(page, { listRevivePlans: async () => [revivePlan({ items: [] })] });
    expect(await screen.findByText(/A revive plan is running/)).toBeDefined();
    expect(screen.getByText("Canary running, started by ines@desk.")).toBeDefined();
  });

  it("changes nothing where the connection is read-only, and says why", async () => {
    const user = userEvent.setup();
    const muteError = vi.fn<Backend["muteError"]>();
    const read = { getAppStatus: async () => appStatus("read_only"), muteError };
    await open(page, read, "/failures/dead?sel=48f5d5fa8a13");
    const group = await card(/answered 503/);
    const mute = within(group).getByRole("button", { name: /^Mute/ });
    await waitFor(() => expect(mute.getAttribute("aria-disabled")).toBe("true"));
    expect(mute.textContent).toContain("read-only");
    await user.click(mute);
    await user.keyboard("m");
    expect(muteError).not.toHaveBeenCalled();
  });
});
