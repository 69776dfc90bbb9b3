import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type EndpointRow, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus } from "@/testing/desk";
import { at } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { EndpointsDown } from "./EndpointsDown";

function show(endpoints: EndpointRow[]) {
  const listEndpointsDown = vi.fn(async () => endpoints);
  replaceBackend({ getAppStatus: async () => appStatus(), listEndpointsDown });
  return listEndpointsDown;
}

describe("EndpointsDown", () => {
  it("says since when each is down, how many runs wait and when it is tried", async () => {
    show([
      {
        endpoint: "http://hub.example:80",
        since: at(-30),
        waiting: 187,
        next_probe_at: at(0.5),
      },
      { endpoint: "https://b.example:443", since: at(-5), waiting: 0, next_probe_at: at(-1) },
    ]);
    await renderPage(<EndpointsDown />, { at: "/scheduler" });
    const card = await screen.findByRole("region", { name: "Endpoints down" });
    const [first, second] = within(card).getAllByRole("row").slice(1);
    expect(first?.textContent).toContain("http://hub.example:80");
    expect(first?.textContent).toContain("14:02");
    expect(first?.textContent).toContain("187 runs");
    expect(first?.textContent).toContain("in 30 s");
    expect(second?.textContent).toContain("with the next fire");
    await expectNoAxeViolations();
  });

  it("is not there while every endpoint answers", async () => {
    const asked = show([]);
    await renderPage(<EndpointsDown />, { at: "/scheduler" });
    await waitFor(() => expect(asked).toHaveBeenCalled());
    expect(screen.queryByRole("region", { name: "Endpoints down" })).toBeNull();
  });
});
