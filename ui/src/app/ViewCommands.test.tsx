import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { replaceBackend, useSettings } from "@/backend";
import { renderPage } from "@/testing/render";
import { settingsStatus } from "@/testing/today";
import { ViewCommands } from "./ViewCommands";

function Scale() {
  return <output>{useSettings().settings?.scale_percent}</output>;
}

describe("ViewCommands", () => {
  it("scales with Ctrl and plus, minus or zero, within its limits", async () => {
    let settings = settingsStatus({ scale_percent: 140 }).settings;
    const saveSettings = vi.fn(async (next: typeof settings) => {
      settings = next;
      return settingsStatus(next);
    });
    replaceBackend({ getSettings: async () => settingsStatus(settings), saveSettings });
    await renderPage(
      <>
        <ViewCommands />
        <Scale />
      </>,
    );
    const press = async (key: string, then: string) => {
      await act(async () => void fireEvent.keyDown(window, { key, ctrlKey: true }));
      await waitFor(() => expect(screen.getByRole("status").textContent).toBe(then));
    };
    await screen.findByText("140");
    await press("+", "150");
    await press("=", "150");
    await press("-", "140");
    await press("0", "100");
    expect(saveSettings.mock.lastCall?.[0].scale_percent).toBe(100);
  });
});
