import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ToastProvider } from "@/components/Toast";
import { settingsStatus, today } from "@/testing/today";
import { Announcer } from "./Announcer";

vi.mock("@tanstack/react-router", () => ({ useNavigate: () => () => {} }));

const usual = today().attention;
const { notices } = settingsStatus().settings;

function announcer(attention: typeof usual, silent = false, chosen = notices) {
  return (
    <ToastProvider>
      <Announcer attention={attention} silent={silent} notices={chosen} />
    </ToastProvider>
  );
}

const heard = () => screen.getAllByRole("status")[0]?.textContent;

describe("Announcer", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setSystemTime(1_000_000);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("tells what began, at most once in fifteen seconds, and then all of it", async () => {
    const { rerender } = render(announcer(usual));
    expect(heard()).toBe("");
    rerender(announcer({ ...usual, backing_off: 3 }));
    expect(heard()).toBe("2 routines began to fail.");

    act(() => void vi.setSystemTime(1_005_000));
    rerender(announcer({ ...usual, backing_off: 4 }));
    expect(heard()).toBe("2 routines began to fail.");
    act(() => void vi.setSystemTime(1_016_000));
    rerender(announcer({ ...usual, backing_off: 5 }));
    expect(heard()).toBe("2 routines began to fail.");
    act(() => void vi.setSystemTime(1_032_000));
    rerender(announcer({ ...usual, backing_off: 2 }));
    expect(heard()).toBe("3 routines recovered.");
  });

  it("shows what was chosen to be shown, and reads out the rest", async () => {
    const { rerender } = render(announcer(usual));
    rerender(announcer({ ...usual, dead_lettered: 3 }, true, { ...notices, nobody_sweeps: false }));
    expect(heard()).toBe("Nobody sweeps. 2 routines were dead-lettered.");
    expect(screen.getAllByText("2 routines were dead-lettered.").length).toBeGreaterThan(0);
  });
});
