import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { expectNoAxeViolations } from "@/testing/axe";
import { NOW, renderPage } from "@/testing/render";
import { Frame, type FrameProps } from "./Frame";

const frame = (props: Partial<FrameProps> = {}) => (
  <Frame
    connection={{ name: "Production EU", colour: "brick", protection: "confirm" }}
    live={{ state: "paused", newer: 4, onToggle: () => {} }}
    scheduler={{
      tone: "ok",
      words: "Sweeping",
      lastSweepAt: NOW - 4000,
      startLagMs: 800,
      workers: "3 workers",
      clockDifferenceMs: 38,
    }}
    badges={{ routines: { text: "186" }, scheduler: { text: "asleep", tone: "warn" } }}
    {...props}
  >
    <h1>Routines</h1>
  </Frame>
);

const press = (key: string, init: KeyboardEventInit = {}) =>
  act(async () => {
    fireEvent.keyDown(window, { key, ...init });
  });

describe("Frame", () => {
  it("says where one is, when, and who sweeps, without a barrier", async () => {
    await renderPage(frame(), { at: "/routines" });
    expect(screen.getByRole("button", { name: /Production EU.*Confirm changes/ })).toBeDefined();
    expect(screen.getByText("14:32:08")).toBeDefined();
    expect(screen.getByText("Vienna, UTC+2")).toBeDefined();
    expect(screen.getByRole("contentinfo").textContent).toContain("Database clock +38 ms");
    expect(screen.getByRole("link", { name: /Routines/ }).getAttribute("aria-current")).toBe(
      "page",
    );
    await expectNoAxeViolations();
  });

  it("goes to a place with G and its letter", async () => {
    const { router } = await renderPage(frame(), { at: "/routines" });
    await press("g");
    await press("u");
    expect(router.state.location.pathname).toBe("/runs");
  });

  it("opens the palette, finds and does", async () => {
    const { router } = await renderPage(frame(), { at: "/routines" });
    await press("k", { ctrlKey: true });
    await userEvent.type(screen.getByRole("combobox"), "sched");
    expect(screen.getAllByRole("option")).toHaveLength(1);
    await expectNoAxeViolations();
    await userEvent.keyboard("{Enter}");
    expect(router.state.location.pathname).toBe("/scheduler");
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("lists every key and holds the theme", async () => {
    await renderPage(frame(), { at: "/routines" });
    await press("?");
    expect(screen.getByRole("dialog", { name: "Keys" })).toBeDefined();
    expect(screen.getByText("Search or run a command", { selector: "dt" })).toBeDefined();
    await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
    expect(document.documentElement.dataset.theme).toBe("dark");
    await userEvent.click(screen.getByRole("radio", { name: "As the system" }));
    await expectNoAxeViolations();
  });

  it("takes the focus home when what had it is gone", async () => {
    await renderPage(frame(), { at: "/routines" });
    const home = screen.getByRole("main");
    await waitFor(() => expect(document.activeElement).toBe(home));
    const button = document.createElement("button");
    home.append(button);
    button.focus();
    expect(document.activeElement).toBe(button);
    button.remove();
    await waitFor(() => expect(document.activeElement).toBe(home));
  });

  it("applies held-back changes with L", async () => {
    const onToggle = vi.fn();
    await renderPage(frame({ live: { state: "paused", newer: 4, onToggle } }), { at: "/routines" });
    await press("l");
    expect(onToggle).toHaveBeenCalledTimes(1);
  });

  it("stands alone without a connection", async () => {
    await renderPage(frame({ connection: null, live: null, scheduler: null, bare: true }));
    expect(screen.getByText("No connection")).toBeDefined();
    expect(screen.getByText("No scheduler")).toBeDefined();
    expect(screen.queryByRole("navigation")).toBeNull();
  });
});
