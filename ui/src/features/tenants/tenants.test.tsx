import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, tenantRow } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { TenantsPage } from "./TenantsPage";

const policy = {
  minimum_interval_seconds: 900,
  enabled_cap: 20,
  grace_seconds: 600,
  dead_letter_after: 5,
  fatigue_after: 10,
  lease_seconds: 60,
  launch_timeout_seconds: 30,
  concurrency_cap: null,
  breaker: true,
  retention_days: 90,
  failure_retention_days: 365,
  keep_newest_runs: 20,
};
const alder = tenantRow({ policy, revision: 7 });

function answers(part: Partial<Backend> = {}) {
  const fake = {
    getAppStatus: vi.fn(async () => appStatus()),
    listTenants: vi.fn(async () => [alder]),
    previewTenantPolicy: vi.fn(async () => [
      {
        field: "minimum_interval_seconds",
        sentence: "2 routines would fire more often than every 1 h. Nothing is switched off.",
        names: ["Stock feed sync"],
        more: 1,
        warns: true,
      },
    ]),
    setTenantPolicy: vi.fn(async () => alder),
    getRetention: vi.fn(async () => ({
      tenant_id: alder.id,
      tenant_name: alder.name,
      runs: 10_000,
      or_more: true,
      oldest: alder.created_at,
      next_at: alder.created_at,
      runs_kept_since: alder.created_at,
      pruned_at: null,
    })),
    createTenant: vi.fn(async () => alder),
    ...part,
  };
  replaceBackend(fake as Partial<Backend>);
  return fake;
}

const open = (address = "/tenants") => renderPage(<TenantsPage />, { at: address });

async function raiseTheFloor() {
  const floor = await screen.findByLabelText("Floor");
  await userEvent.clear(floor);
  await userEvent.type(floor, "3600");
}

describe("TenantsPage", () => {
  it("lists tenants with what holds in each", async () => {
    answers();
    const { container } = await open();
    const row = await screen.findByRole("row", { name: /^Alder Freight/ });
    expect(row.textContent).toContain("any number of open runs");
    await expectNoAxeViolations(container);
  });

  it("names whom another value meets before it is saved, and saves what was seen", async () => {
    const { setTenantPolicy, previewTenantPolicy } = answers();
    await open("/tenants?edit=t-alder");
    await raiseTheFloor();
    expect(await screen.findByText(/2 routines would fire more often/)).toBeDefined();
    expect(screen.getByText("Stock feed sync and 1 more")).toBeDefined();
    await expectNoAxeViolations();
    const wanted = { ...policy, minimum_interval_seconds: 3600 };
    expect(previewTenantPolicy).toHaveBeenLastCalledWith("t-alder", wanted);
    await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
    await waitFor(() =>
      expect(setTenantPolicy).toHaveBeenCalledWith({ id: "t-alder", revision: 7 }, wanted),
    );
  });

  it("saves with Ctrl S while a field has the focus, but not through a question", async () => {
    const { setTenantPolicy } = answers();
    await open("/tenants?edit=t-alder");
    await raiseTheFloor();
    await userEvent.keyboard("{Escape}");
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    await userEvent.keyboard("{Control>}s{/Control}");
    expect(setTenantPolicy).not.toHaveBeenCalled();
    await userEvent.click(within(question).getByRole("button", { name: /^Cancel/ }));
    await waitFor(() => expect(screen.queryByText("What you changed here is lost.")).toBeNull());
    await userEvent.click(screen.getByLabelText(/^Floor/));
    await userEvent.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(setTenantPolicy).toHaveBeenCalledTimes(1));
  });

  it("puts a refusal at its field, and a conflict above the form", async () => {
    const message = "lease_seconds is 20. The lease must be longer.";
    answers({
      previewTenantPolicy: async () => {
        throw new CommandFailure({ code: "invalid", message, field: "lease_seconds" });
      },
      setTenantPolicy: async () => {
        throw new CommandFailure({ code: "conflict", message: "t.sato was first.", field: null });
      },
    });
    await open("/tenants?edit=t-alder");
    await raiseTheFloor();
    await waitFor(() => expect(screen.getAllByText(message).length).toBe(2));
    await userEvent.click(screen.getByRole("button", { name: /^Save/ }));
    expect(await screen.findByText("t.sato was first.")).toBeDefined();
  });

  it("tells what is about to be removed, and what may be gone", async () => {
    const { getRetention } = answers();
    await open("/tenants?edit=t-alder");
    expect(await screen.findByText(/10.000\+ finished runs, the oldest of/)).toBeDefined();
    expect(screen.getByText(/Nothing recorded since/)).toBeDefined();
    expect(getRetention).toHaveBeenCalledWith("t-alder");
    expect(screen.getByLabelText("Runs that went wrong are kept for")).toHaveProperty(
      "value",
      "365",
    );
    await expectNoAxeViolations();
  });

  it("makes a tenant and opens its policy", async () => {
    const { createTenant } = answers();
    const { router } = await open("/tenants?edit=new");
    await userEvent.type(await screen.findByLabelText("Name"), "Kestrel Books");
    await userEvent.click(screen.getByRole("button", { name: /^Create/ }));
    await waitFor(() => expect(router.state.location.search).toEqual({ edit: "t-alder" }));
    expect(createTenant).toHaveBeenCalledWith("Kestrel Books");
  });
});
