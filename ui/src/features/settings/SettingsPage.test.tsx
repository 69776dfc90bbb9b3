import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Backend, CommandFailure, replaceBackend } from "@/backend";
import { expectNoAxeViolations } from "@/testing/axe";
import { renderPage } from "@/testing/render";
import { settingsStatus } from "@/testing/today";
import { SettingsPage } from "./SettingsPage";

function answer(part: Partial<Backend> = {}) {
  let settings = settingsStatus().settings;
  const saveSettings = vi.fn(async (next: typeof settings) => {
    settings = next;
    return settingsStatus(settings);
  });
  replaceBackend({
    getSettings: async () => settingsStatus(settings),
    listZones: async () => ["Europe/Vienna", "Asia/Tokyo"],
    saveSettings,
    ...part,
  });
  return saveSettings;
}

const open = () => renderPage(<SettingsPage />, { at: "/settings" });

describe("SettingsPage", () => {
  beforeEach(() => {
    answer();
  });

  it("shows every choice and where it is kept, without a barrier", async () => {
    await open();
    await screen.findByText("routine-desk/settings.json");
    expect(screen.getByRole("switch", { name: "Nobody sweeps" }).getAttribute("aria-checked")).toBe(
      "true",
    );
    await expectNoAxeViolations();
  });

  it("keeps a choice at once", async () => {
    const save = answer();
    await open();
    await userEvent.click(await screen.findByRole("radio", { name: "Compact" }));
    await waitFor(() =>
      expect(save).toHaveBeenCalledWith(expect.objectContaining({ density: "compact" })),
    );
    await userEvent.click(screen.getByRole("button", { name: "Larger" }));
    await waitFor(() =>
      expect(save).toHaveBeenLastCalledWith(
        expect.objectContaining({ density: "compact", scale_percent: 110 }),
      ),
    );
    await userEvent.click(screen.getByRole("switch", { name: "Nobody sweeps" }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(3));
    expect(save.mock.lastCall?.[0].notices.nobody_sweeps).toBe(false);
  });

  it("takes a refused choice back and says why", async () => {
    answer({
      saveSettings: async () => {
        throw new CommandFailure({
          code: "internal",
          message: "The settings could not be written: the disk is full.",
          field: null,
        });
      },
    });
    await open();
    await userEvent.click(await screen.findByRole("radio", { name: "Dark" }));
    await screen.findByText(/the disk is full/);
    expect(screen.getByRole("radio", { name: "Dark" }).getAttribute("aria-checked")).toBe("false");
  });

  it("says what was lost of a broken file", async () => {
    answer({
      getSettings: async () =>
        settingsStatus({}, { warning: "The file is kept as settings.broken.json." }),
    });
    await open();
    await screen.findByText(/settings.broken.json/);
  });
});
