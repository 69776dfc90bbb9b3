import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { replaceBackend } from "@/backend";
import type { Command } from "@/components/commands";
import { expectNoAxeViolations } from "@/testing/axe";
import { appStatus, routinePage, routineRow } from "@/testing/factories";
import { renderPage } from "@/testing/render";
import { Palette } from "./Palette";

const commands: Command[] = [
  { id: "go.runs", label: "Runs", group: "Go to", run: () => {} },
  { id: "routine.run", label: "Run now", group: "Price watch", asksFirst: true, run: () => {} },
  {
    id: "routine.cancel",
    label: "Cancel the open run",
    group: "Price watch",
    disabledReason: "nothing is running",
    run: () => {},
  },
];

const palette = <Palette commands={commands} connection={null} onClose={() => {}} />;

describe("Palette", () => {
  it("finds routines in the database, between the view's own commands and the places", async () => {
    const listRoutines = vi.fn(async () =>
      routinePage([
        routineRow({
          id: "r-9",
          name: "Night run summary",
          state: { kind: "dead_lettered", at: "2026-10-22T11:41:00.000Z" },
        }),
      ]),
    );
    replaceBackend({ getAppStatus: async () => appStatus(), listRoutines });
    const { router } = await renderPage(palette, { at: "/today" });
    await userEvent.type(screen.getByRole("combobox"), "run");
    await screen.findByRole("option", { name: /Night run summary.*Dead-lettered/ });
    expect(screen.getAllByRole("group").map((each) => each.getAttribute("aria-label"))).toEqual([
      "Price watch",
      "Routines",
      "Go to",
    ]);
    expect(screen.getByText("Price watch", { selector: "span" })).toBeDefined();
    expect(screen.getByText("asks first")).toBeDefined();
    expect(screen.getByText("nothing is running")).toBeDefined();
    await expectNoAxeViolations();
    await userEvent.click(screen.getByText("Night"));
    await waitFor(() => expect(router.state.location.pathname).toBe("/routines/r-9"));
  });

  it("lists what can be done to a routine on Tab, and goes back on Backspace", async () => {
    const listRoutines = vi.fn(async () => routinePage([routineRow({ name: "Night summary" })]));
    replaceBackend({ getAppStatus: async () => appStatus(), listRoutines });
    const { router } = await renderPage(palette, { at: "/today" });
    await userEvent.type(screen.getByRole("combobox"), "night");
    await screen.findByRole("option", { name: /Night summary/ });
    await userEvent.keyboard("{Tab}");
    expect(screen.getAllByRole("option").map((each) => each.textContent)).toEqual([
      expect.stringContaining("Run now"),
      expect.stringContaining("Pause…"),
      expect.stringContaining("Edit"),
      expect.stringContaining("Delete…"),
    ]);
    await userEvent.keyboard("{Backspace}");
    await screen.findByRole("option", { name: /Run now/ });
    await userEvent.type(screen.getByRole("combobox"), "night");
    await screen.findByRole("option", { name: /Night summary/ });
    await userEvent.keyboard("{Tab}pause{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/routines"));
    expect(router.state.location.search).toEqual({ sel: "r-notes", ask: "pause" });
  });

  it("does not ask for a single letter", async () => {
    const listRoutines = vi.fn(async () => routinePage([]));
    replaceBackend({ getAppStatus: async () => appStatus(), listRoutines });
    await renderPage(palette, { at: "/today" });
    await userEvent.type(screen.getByRole("combobox"), "zz");
    await screen.findByText("No command and no routine matches “zz”.");
    await waitFor(() => expect(listRoutines).toHaveBeenCalledTimes(1));
    await userEvent.clear(screen.getByRole("combobox"));
    await userEvent.type(screen.getByRole("combobox"), "r");
    expect(listRoutines).toHaveBeenCalledTimes(1);
  });
});
