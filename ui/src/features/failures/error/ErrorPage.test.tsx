import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type ErrorPage as Answer, type Backend, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, at } from "@/testing/factories";
import { errorFacts, failingRoutine } from "@/testing/failures";
import { renderPage } from "@/testing/render";
import { ErrorPage } from "./ErrorPage";

async function open(answer: Answer, fake: Partial<Backend> = {}) {
  replaceBackend({
    getAppStatus: async () => appStatus(),
    getError: async () => answer,
    ...fake,
  });
  return renderPage(<ErrorPage />, {
    at: "/failures/error/48f5d5fa8a13",
    path: "/failures/error/$fingerprint",
  });
}

describe("The page of one error", () => {
  it("lists what fails with it, lane by lane", async () => {
    const { container } = await open({
      error: errorFacts({ growing: true }),
      lanes: [
        { lane: "retrying", routines: [], count: 0 },
        { lane: "dead", routines: [failingRoutine()], count: 201 },
        { lane: "off", routines: [], count: 0 },
      ],
      now: at(0),
    });
    expect(await screen.findByRole("heading", { name: /Dead-lettered/ })).toBeDefined();
    expect(screen.getByText("The newest 1 are listed.")).toBeDefined();
    expect(screen.getByText("It comes more often than it did.")).toBeDefined();
    expect(screen.queryByText("Retrying")).toBeNull();
    await expectNoAxeViolations(container);
  });

  it("says that it is resolved", async () => {
    const { container } = await open({
      error: errorFacts({ sentence: "", code: "" }),
      lanes: [{ lane: "dead", routines: [], count: 0 }],
      now: at(0),
    });
    expect(await screen.findByText(/Resolved: nothing fails with it any more/)).toBeDefined();
    await expectNoAxeViolations(container);
  });

  it("mutes it and lets it call again", async () => {
    const user = userEvent.setup();
    const muteError = vi.fn<Backend["muteError"]>().mockResolvedValue(null);
    const muted = { until: at(60), by: "ines@desk" };
    const answer = { error: errorFacts({ muted }), lanes: [], now: at(0) };
    await open(answer, { muteError });
    await user.click(await screen.findByRole("button", { name: "Unmute" }));
    await waitFor(() => expect(muteError).toHaveBeenCalledWith("48f5d5fa8a13", null));
  });
});
