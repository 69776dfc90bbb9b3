import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type HubProbeRow, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus } from "@/testing/desk";
import { at } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { Hubs } from "./Hubs";

const probe = (part: Partial<HubProbeRow> = {}): HubProbeRow => ({
  hub: "hub.example:8400/internal/routines/run",
  worker: "worker-1",
  asked_at: at(-2),
  finding: "accepted",
  sentence: "http://hub.example:8400 accepts the secret HUB.",
  ...part,
});

async function show(probes: HubProbeRow[]) {
  replaceBackend({ getAppStatus: async () => appStatus() });
  await renderPage(<Hubs probes={probes} />, { at: "/scheduler" });
}

describe("Hubs", () => {
  it("says of each hub who asked it, when, and what it answered", async () => {
    await show([
      probe(),
      probe({
        worker: "worker-2",
        finding: "refused",
        sentence: "http://hub.example:8400 refuses the secret HUB: 401.",
      }),
    ]);
    const card = await screen.findByRole("region", { name: "Hubs" });
    const [first, second] = within(card).getAllByRole("row").slice(1);
    expect(first?.textContent).toContain("hub.example:8400/internal/routines/run");
    expect(first?.textContent).toContain("worker-1");
    expect(first?.textContent).toContain("2 min ago");
    expect(first?.textContent).toContain("Accepts hand-offs");
    expect(second?.textContent).toContain("Refuses the secret");
    expect(second?.textContent).toContain("refuses the secret HUB: 401.");
    await expectNoAxeViolations();
  });

  it("is not there where no worker has asked any", async () => {
    await show([]);
    expect(screen.queryByRole("region", { name: "Hubs" })).toBeNull();
  });
});
