import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import {
  appStatus,
  at,
  definitionRow,
  routinePage,
  routineRow,
  runRow,
  tenantRow,
} from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { DefinitionsPage } from "./DefinitionsPage";

const hub = definitionRow({ revision: 3 });
const old = definitionRow({ id: "d-old", name: "Old", disabled_at: at(-90), used_by: 0 });

function answers(part: Partial<Backend> = {}) {
  const fake = {
    getAppStatus: vi.fn(async () => appStatus()),
    listTenants: vi.fn(async () => [tenantRow()]),
    listDefinitions: vi.fn(async () => [hub, old]),
    listRoutines: vi.fn(async () => routinePage([routineRow()])),
    createDefinition: vi.fn(async () => hub),
    updateDefinition: vi.fn(async () => hub),
    disableDefinition: vi.fn(async () => hub),
    testDefinition: vi.fn(async () => runRow()),
    ...part,
  };
  replaceBackend(fake as Partial<Backend>);
  return fake;
}

const open = (address = "/definitions") => renderPage(<DefinitionsPage />, { at: address });
const button = (name: RegExp) => screen.findByRole("button", { name });

describe("DefinitionsPage", () => {
  it("lists what can be run, by whom it is used, and what is disabled", async () => {
    answers();
    const { container } = await open();
    const row = await screen.findByRole("row", { name: /^Pricing agent/ });
    expect(row.textContent).toContain("hub.alder.internal");
    expect(within(row).getByRole("link", { name: "1 routine" })).toBeDefined();
    expect((await screen.findByRole("row", { name: /^Old/ })).textContent).toContain("Disabled");
    await expectNoAxeViolations(container);
  });

  it("edits against the revision that was seen, and lets the person choose in a conflict", async () => {
    const updateDefinition = vi
      .fn()
      .mockRejectedValueOnce(
        new CommandFailure({ code: "conflict", message: "t.sato changed it first.", field: null }),
      )
      .mockResolvedValue(hub);
    const { listDefinitions } = answers({ updateDefinition });
    const read = vi.mocked(listDefinitions);
    const { router } = await open("/definitions?edit=d-hub");
    const name = await screen.findByLabelText("Name");
    await userEvent.clear(name);
    await userEvent.type(name, "Prices");
    await expectNoAxeViolations();
    await userEvent.click(await button(/^Save/));
    expect(await screen.findByText(/t.sato changed it first/)).toBeDefined();
    read.mockResolvedValue([definitionRow({ revision: 4 }), old]);
    await userEvent.click(await button(/^Keep mine/));
    const launcher = hub.launcher;
    await waitFor(() =>
      expect(updateDefinition).toHaveBeenLastCalledWith(
        { id: "d-hub", revision: 4 },
        "Prices",
        launcher,
        null,
      ),
    );
    expect(updateDefinition.mock.calls[0]?.[0]).toEqual({ id: "d-hub", revision: 3 });
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("sets the cap and what a hub starts, with the refusal of Rust at its field", async () => {
    const message = "The cap is 0. It must be from 1 to 1000000.";
    const updateDefinition = vi
      .fn()
      .mockRejectedValueOnce(
        new CommandFailure({ code: "invalid", message, field: "concurrency_cap" }),
      )
      .mockResolvedValue(hub);
    answers({ updateDefinition });
    await open("/definitions?edit=d-hub");
    await userEvent.type(await screen.findByLabelText("Program the hub starts"), "/opt/price");
    await userEvent.type(screen.getByLabelText("Arguments"), "--all");
    await userEvent.type(screen.getByLabelText("Open runs at once"), "0");
    await expectNoAxeViolations();
    await userEvent.keyboard("{Control>}s{/Control}");
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    await userEvent.clear(screen.getByLabelText("Open runs at once"));
    await userEvent.type(screen.getByLabelText("Open runs at once"), "4");
    await userEvent.keyboard("{Control>}s{/Control}");
    const command = {
      program: "/opt/price",
      args: ["--all"],
      time_limit_seconds: 3600,
      repeatable: false,
    };
    await waitFor(() =>
      expect(updateDefinition).toHaveBeenLastCalledWith(
        { id: "d-hub", revision: 3 },
        "Pricing agent",
        { ...hub.launcher, command },
        4,
      ),
    );
  });

  it("asks before disabling, with how many routines it meets", async () => {
    const { disableDefinition } = answers();
    await open();
    await userEvent.click(await button(/^Disable Pricing agent/));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("1 routine runs it");
    await userEvent.click(within(dialog).getByRole("button", { name: /^Disable/ }));
    await waitFor(() =>
      expect(disableDefinition).toHaveBeenCalledWith({ id: "d-hub", revision: 3 }, true),
    );
  });

  it("tests with a throw-away input and leads to the run", async () => {
    const { testDefinition } = answers();
    const { router } = await open("/definitions?test=d-hub");
    const dialog = await screen.findByRole("dialog", { name: /^Test “Pricing agent”/ });
    expect(dialog.textContent).toContain("no streak moves");
    await expectNoAxeViolations();
    await userEvent.click(within(dialog).getByRole("button", { name: /^Test/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/runs/run-1"));
    expect(testDefinition).toHaveBeenCalledWith("d-hub", "{}");
  });
});
