import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, type ConnectionReport, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, connection } from "@/testing/desk";
import { demoRow, profile, profileRow, report, waits } from "@/testing/profiles";
import { renderPage } from "@/testing/render";
import { ConnectionsPage } from "./ConnectionsPage";
import { WelcomePage } from "./WelcomePage";

const refused = (
  code: "unavailable" | "needs_password" | "invalid" | "refused",
  message: string,
  field: string | null = null,
) => new CommandFailure({ code, message, field });

const rows = [demoRow(), profileRow()];

const page = (fake: Partial<Backend> = {}, id = "p-staging") => {
  replaceBackend({
    getAppStatus: async () => appStatus(),
    listProfiles: async () => rows,
    testProfile: async () => report(),
    ...fake,
  });
  return renderPage(<ConnectionsPage />, { at: `/connections/${id}`, path: "/connections/$id" });
};
const detail = () => screen.findByRole("region", { name: "Staging EU" });
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));

describe("the list of connections", () => {
  it("shows every one with its level and how it stands, without a barrier", async () => {
    await page();
    const list = await screen.findByRole("navigation", { name: "Connections" });
    await within(list).findByRole("link", { name: "Local demo, open, Full control, Ready" });
    const chosen = within(list).getByRole("link", { name: "Staging EU, Confirm changes, Ready" });
    expect(chosen.getAttribute("aria-current")).toBe("page");
    expect(chosen.textContent).toContain("PostgreSQL 16 · staging-db.eu:5432");
    expect(screen.getByText("2 profiles")).toBeDefined();
    await expectNoAxeViolations();
  });

  const states: [ConnectionReport["state"], string][] = [
    ["ready", "Ready"],
    ["empty", "Not set up"],
    ["newer_than_app", "Newer than this app"],
    ["no_rights", "No rights to change"],
    ["file_not_found", "File not found"],
    ["needs_password", "Wants a password"],
    ["not_usable", "Cannot be used"],
    ["unreachable", "Unreachable"],
  ];
  it.each(states)("says of %s: %s", async (state, word) => {
    await page({ testProfile: async () => report({ state }) });
    await screen.findByRole("link", { name: `Staging EU, Confirm changes, ${word}` });
    await expectNoAxeViolations();
  });

  it("says that it is connecting while the test runs", async () => {
    await page({ testProfile: () => new Promise(() => {}) });
    await screen.findByRole("link", { name: "Staging EU, Confirm changes, Connecting" });
    expect(await screen.findByText("Asking Staging EU…")).toBeDefined();
    await expectNoAxeViolations();
  });

  it("moves with J and K, and opens with Enter", async () => {
    const openProfile = vi.fn(async () => connection());
    const { router } = await page({ openProfile }, "p-demo");
    await screen.findByRole("region", { name: "Local demo" });
    await userEvent.keyboard("j");
    await detail();
    expect(router.state.location.pathname).toBe("/connections/p-staging");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(openProfile).toHaveBeenCalledWith("p-staging", null));
    await waitFor(() => expect(router.state.location.pathname).toBe("/today"));
  });

  it("says what to do where there is none", async () => {
    await page({ listProfiles: async () => [] });
    await screen.findByText("No connections are kept on this computer");
    await expectNoAxeViolations();
  });
});

describe("one connection", () => {
  it("has a line for each check", async () => {
    await page();
    const test = await screen.findByRole("region", { name: "Last test" });
    const lines = within(test).getAllByRole("listitem");
    expect(lines.map((line) => line.textContent)).toContain(
      "yes: Clock38 ms ahead of this computer.",
    );
    expect(lines).toHaveLength(7);
  });

  it("tests again with T", async () => {
    const testProfile = vi.fn(async () => report());
    await page({ testProfile });
    await screen.findByRole("region", { name: "Last test" });
    const before = testProfile.mock.calls.length;
    await userEvent.keyboard("t");
    await waitFor(() => expect(testProfile.mock.calls.length).toBe(before + 1));
  });

  it("saves what was changed, and shows a refusal at its field", async () => {
    const saveProfile = vi
      .fn<Backend["saveProfile"]>()
      .mockRejectedValueOnce(refused("invalid", "There is a connection named so.", "name"))
      .mockImplementation(async (_id, details) => profile(details));
    await page({ saveProfile });
    const name = await screen.findByRole("textbox", { name: /^Name/ });
    await userEvent.clear(name);
    await userEvent.type(name, "Staging");
    await press(/^Save/);
    await screen.findByText("There is a connection named so.");
    await expectNoAxeViolations();
    await userEvent.type(name, " 2");
    await userEvent.click(screen.getByRole("radio", { name: /Full control/ }));
    await userEvent.click(screen.getByRole("radio", { name: "brick" }));
    await userEvent.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(saveProfile).toHaveBeenCalledTimes(2));
    const [id, details, password] = saveProfile.mock.lastCall ?? [];
    expect([id, password]).toEqual(["p-staging", null]);
    expect(details).toMatchObject({ name: "Staging 2", protection: "full", colour: "brick" });
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Save/ })).toBeNull());
  });

  it("asks for the password where the server wants one, and opens with it", async () => {
    const openProfile = vi.fn(async () => connection());
    const saveProfile = vi.fn(async () => profile());
    await page({
      testProfile: async () => report({ state: "needs_password", password: "elsewhere" }),
      openProfile,
      saveProfile,
    });
    await screen.findByText("The server did not let us in.");
    await userEvent.type(await screen.findByLabelText("Password"), "open sesame");
    await press(/^Save/);
    expect(saveProfile).toHaveBeenCalledWith("p-staging", expect.anything(), "open sesame");
  });

  it("replaces a kept password without showing it", async () => {
    await page();
    await screen.findByText("in the keychain");
    await press(/^Replace/);
    const field = await screen.findByLabelText<HTMLInputElement>("Password");
    expect([field.type, field.value]).toEqual(["password", ""]);
  });

  it("reads the SQL of what waits, and applies it with the name typed", async () => {
    const migrateProfile = vi.fn(async () => null);
    await page({
      testProfile: async () => waits(),
      getMigration: async () => ({
        number: 14,
        name: "Keep the reason of each skip",
        sql: "ALTER TABLE runs",
      }),
      migrateProfile,
    });
    await screen.findByText("One migration waits.");
    await screen.findByText("Adds one column and one index.");
    await press("Read the SQL");
    const sql = await screen.findByRole("dialog", { name: "0014 Keep the reason of each skip" });
    await within(sql).findByText("ALTER TABLE runs");
    await expectNoAxeViolations(sql);
    await userEvent.click(within(sql).getByRole("button", { name: "Close" }));
    await press("Apply 0014…");
    const dialog = await screen.findByRole("dialog", { name: "Apply 1 migration to Staging EU?" });
    await expectNoAxeViolations(dialog);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(migrateProfile).not.toHaveBeenCalled();
    await userEvent.type(within(dialog).getByRole("textbox"), "Staging EU");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(migrateProfile).toHaveBeenCalledWith("p-staging", { typed_name: "Staging EU" }),
    );
  });

  it("holds a migration back on a read-only level, and says why", async () => {
    await page({
      listProfiles: async () => [profileRow({ migrating_asks: "never" })],
      testProfile: async () => waits(),
    });
    const apply = await screen.findByRole("button", { name: /Apply 0014/ });
    expect(apply.getAttribute("aria-disabled")).toBe("true");
    await expectNoAxeViolations();
  });

  it("is duplicated, and removed after a question", async () => {
    const duplicateProfile = vi.fn(async () => profile({ id: "p-copy" }));
    const removeProfile = vi.fn(async () => null);
    const { router } = await page({ duplicateProfile, removeProfile });
    await detail();
    await press("More actions");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/connections/p-copy"));
    await router.navigate({ to: "/connections/$id", params: { id: "p-staging" } } as never);
    await detail();
    await press("More actions");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    const dialog = await screen.findByRole("dialog");
    await expectNoAxeViolations(dialog);
    await userEvent.click(within(dialog).getByRole("button", { name: /^Remove/ }));
    await waitFor(() => expect(removeProfile).toHaveBeenCalledWith("p-staging"));
  });
});

describe("a new connection", () => {
  it("is tested without being kept, then saved and opened", async () => {
    const testDetails = vi.fn(async () =>
      report({
        state: "needs_password",
        checks: [
          { name: "Reachable", verdict: "ok", sentence: "14 ms" },
          { name: "Signed in", verdict: "failed", sentence: "wrong password for desk" },
        ],
      }),
    );
    const saveProfile = vi.fn<Backend["saveProfile"]>(async (_id, details) => ({
      id: "p-new",
      details,
    }));
    const openProfile = vi.fn(async () => connection());
    await page({ testDetails, saveProfile, openProfile });
    await detail();
    await userEvent.keyboard("n");
    const sheet = await screen.findByRole("dialog", { name: "New connection" });
    const within_ = within(sheet);
    await userEvent.type(within_.getByLabelText("Address"), "pg.example");
    await userEvent.type(within_.getByLabelText("Database"), "routines");
    await userEvent.type(within_.getByLabelText("User"), "desk");
    await userEvent.type(within_.getByLabelText("Password"), "open sesame");
    await userEvent.click(within_.getByRole("button", { name: "Test" }));
    await within_.findByText("wrong password for desk");
    expect(testDetails).toHaveBeenCalledWith(
      expect.objectContaining({ name: "routines on pg.example", protection: "read_only" }),
      "open sesame",
    );
    await expectNoAxeViolations(sheet);
    await userEvent.click(within_.getByRole("button", { name: /^Save and open/ }));
    await waitFor(() => expect(openProfile).toHaveBeenCalledWith("p-new", "open sesame"));
    expect(saveProfile.mock.lastCall?.[0]).toBeNull();
  });
});

describe("exchange", () => {
  it("takes the text of a file, and says what was left out", async () => {
    const importProfiles = vi.fn(async () => ({
      added: [profile({ id: "p-new", name: "Staging EU 2" })],
      left_out: ["Old: It is no connection."],
    }));
    await page({ importProfiles });
    await press("Import…");
    await userEvent.type(await screen.findByRole("textbox", { name: "Text" }), "a text");
    await press(/^Import Ctrl/);
    expect(importProfiles).toHaveBeenCalledWith("a text");
    await screen.findByText("Staging EU 2");
    await screen.findByText("Old: It is no connection.");
    await expectNoAxeViolations();
  });

  it("shows the text of all of them", async () => {
    await page({ exportProfiles: async () => '{ "routine_desk_profiles": 1 }' });
    await press("Export…");
    const dialog = await screen.findByRole("dialog", { name: "Export connections" });
    await within(dialog).findByDisplayValue(/routine_desk_profiles/);
    await expectNoAxeViolations(dialog);
  });
});

describe("setting up what is open", () => {
  const open = (over: Parameters<typeof connection>[0], fake: Partial<Backend> = {}) =>
    page(
      {
        getAppStatus: async () => appStatus({ connection: connection(over) }),
        testProfile: async () => report({ state: "empty" }),
        ...fake,
      },
      "p-demo",
    );

  it("migrates an empty database and creates the first tenant", async () => {
    const migrateConnection = vi.fn(async () => connection());
    await open({ schema: { kind: "empty" }, without_tenants: true }, { migrateConnection });
    await userEvent.type(await screen.findByLabelText("Tenant"), "Alder Freight");
    await press("Migrate and create the first tenant");
    expect(migrateConnection).toHaveBeenCalledWith("Alder Freight", { typed_name: null });
  });

  it("wants the name typed where the level asks for it", async () => {
    const migrateConnection = vi.fn(async () => connection());
    await open(
      { schema: { kind: "empty" }, without_tenants: true, protection: "confirm" },
      { migrateConnection },
    );
    await userEvent.type(await screen.findByLabelText("Tenant"), "Alder Freight");
    await press("Migrate and create the first tenant");
    expect(migrateConnection).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText(/to confirm/), "Local demo");
    await press("Migrate and create the first tenant");
    expect(migrateConnection).toHaveBeenCalledWith("Alder Freight", { typed_name: "Local demo" });
    await expectNoAxeViolations();
  });

  it("shows a refused name at its field", async () => {
    await open(
      { schema: { kind: "empty" }, without_tenants: true },
      {
        migrateConnection: async () => {
          throw refused(
            "invalid",
            "The name has 121 characters. At most 120 are accepted.",
            "name",
          );
        },
      },
    );
    await userEvent.type(await screen.findByLabelText("Tenant"), "x");
    await userEvent.keyboard("{Enter}");
    await screen.findByText(/121 characters/);
  });
});

describe("WelcomePage", () => {
  const welcome = (fake: Partial<Backend> = {}, remembered = appStatus().remembered) => {
    replaceBackend({
      getAppStatus: async () => appStatus({ connection: null, remembered }),
      listProfiles: async () => [],
      ...fake,
    });
    return renderPage(<WelcomePage />, { at: "/welcome" });
  };

  it("opens the demo with Enter, without a barrier", async () => {
    const openDemo = vi.fn(async () => connection());
    await welcome({ openDemo });
    await expectNoAxeViolations();
    await userEvent.keyboard("{Enter}");
    expect(openDemo).toHaveBeenCalledOnce();
  });

  it("says why the demo did not open and stays usable", async () => {
    await welcome({
      openDemo: async () => {
        throw refused("unavailable", "The folder cannot be written.");
      },
    });
    await press(/Open local demo/);
    await screen.findByText("The folder cannot be written.");
    expect(screen.getByRole("button", { name: "Connect…" })).toBeDefined();
  });

  it("asks for the password of what was open last", async () => {
    const openProfile = vi.fn(async () => connection());
    await welcome(
      { openProfile },
      { id: "p-main", name: "pg-main", needs_password: true, error: null },
    );
    await userEvent.type(await screen.findByLabelText("Password"), "open sesame");
    await press("Open again");
    expect(openProfile).toHaveBeenCalledWith("p-main", "open sesame");
  });
});
