import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, connection } from "@/testing/desk";
import { renderPage } from "@/testing/render";
import { ConnectionsPage } from "./ConnectionsPage";
import { WelcomePage } from "./WelcomePage";

const refused = (code: "unavailable" | "needs_password" | "invalid", message: string) =>
  new CommandFailure({ code, message, field: code === "invalid" ? "name" : null });

const welcome = (fake: Partial<Backend> = {}, remembered = appStatus().remembered) => {
  replaceBackend({
    getAppStatus: async () => appStatus({ connection: null, remembered }),
    ...fake,
  });
  return renderPage(<WelcomePage />, { at: "/welcome" });
};

describe("WelcomePage", () => {
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
    await userEvent.click(screen.getByRole("button", { name: /Open local demo/ }));
    await screen.findByText("The folder cannot be written.");
    expect(screen.getByRole("button", { name: "Connect…" })).toBeDefined();
  });

  it("tests a server without opening it, a line for each check", async () => {
    const testConnection = vi.fn(async () => ({
      checks: [
        { name: "Reachable", verdict: "ok" as const, sentence: "14 ms" },
        { name: "Signed in", verdict: "failed" as const, sentence: "wrong password for desk" },
      ],
      schema: null,
      usable: false,
    }));
    await welcome({ testConnection });
    await userEvent.click(screen.getByRole("button", { name: "Connect…" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByLabelText("Address"), "postgres://desk@pg/r");
    await userEvent.type(within(dialog).getByLabelText("Password"), "open sesame");
    await userEvent.click(within(dialog).getByRole("button", { name: "Test" }));
    expect(testConnection).toHaveBeenCalledWith({
      url: "postgres://desk@pg/r",
      password: "open sesame",
    });
    await within(dialog).findByText("wrong password for desk");
    await expectNoAxeViolations(dialog);
  });

  it("asks for the password of what was open last", async () => {
    const openRemembered = vi.fn(async () => connection());
    await welcome(
      { openRemembered },
      { url: "postgres://desk@pg/r", name: "pg-main", needs_password: true, error: null },
    );
    await userEvent.type(await screen.findByLabelText("Password"), "open sesame");
    await userEvent.click(screen.getByRole("button", { name: "Open again" }));
    expect(openRemembered).toHaveBeenCalledWith("open sesame");
  });
});

describe("ConnectionsPage", () => {
  const page = (over: Parameters<typeof connection>[0], fake: Partial<Backend> = {}) => {
    replaceBackend({
      getAppStatus: async () => appStatus({ connection: connection(over) }),
      ...fake,
    });
    return renderPage(<ConnectionsPage />, { at: "/connections" });
  };

  it("migrates an empty database and creates the first tenant", async () => {
    const migrateConnection = vi.fn(async () => connection());
    await page({ schema: { kind: "empty" }, without_tenants: true }, { migrateConnection });
    await userEvent.type(await screen.findByLabelText("Tenant"), "Alder Freight");
    await userEvent.click(
      screen.getByRole("button", { name: "Migrate and create the first tenant" }),
    );
    expect(migrateConnection).toHaveBeenCalledWith("Alder Freight");
  });

  it("shows a refused name at its field", async () => {
    await page(
      { schema: { kind: "empty" }, without_tenants: true },
      {
        migrateConnection: async () => {
          throw refused("invalid", "The name has 121 characters. At most 120 are accepted.");
        },
      },
    );
    await userEvent.type(await screen.findByLabelText("Tenant"), "x");
    await userEvent.keyboard("{Enter}");
    await screen.findByText(/121 characters/);
  });

  it("refuses a newer schema in words and offers nothing", async () => {
    await page({ schema: { kind: "newer", found: 9, expected: 1 } });
    await screen.findByText(/It has schema 9, this app knows schemas up to 1/);
    expect(screen.queryByRole("button", { name: /Migrate/ })).toBeNull();
    await expectNoAxeViolations();
  });
});
