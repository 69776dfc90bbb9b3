import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ClockProvider } from "./clock";
import { OutcomeStrip } from "./OutcomeStrip";
import { Pips } from "./Pips";
import { StatePill } from "./StatePill";
import { CauseWord, StatusWord } from "./StatusWord";
import { RelativeTime } from "./Time";

const NOW = Date.UTC(2026, 9, 22, 12, 32, 8);
const frozen = () => NOW;

describe("words on screen", () => {
  it("print a stored word nobody knows, in quotes", () => {
    render(
      <>
        <StatePill state="asleep" />
        <StatusWord status="hibernating" />
        <CauseWord cause="oracle" />
      </>,
    );
    for (const text of ["“asleep”", "“hibernating”", "“oracle”"]) {
      expect(screen.getByText(text)).toBeDefined();
    }
  });

  it("say the pips in words", () => {
    render(<Pips used={2} limit={5} />);
    expect(screen.getByText("2 of 5")).toBeDefined();
  });
});

describe("OutcomeStrip", () => {
  it("tells the counts, draws at most twenty and keeps empty slots as dots", () => {
    const outcomes = Array.from({ length: 3 }, (_, index) => ({
      runId: `r${index}`,
      status: index === 0 ? "schedule_failed" : "succeeded",
      at: NOW,
    }));
    const { container } = render(<OutcomeStrip outcomes={outcomes} />);
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      "Last 3: 1 schedule-failed, 2 succeeded",
    );
    const [dots, refused, succeeded] = container.querySelectorAll("path");
    const marks = (path?: Element) => path?.getAttribute("d")?.match(/M/g)?.length;
    expect([marks(dots), marks(refused), marks(succeeded)]).toEqual([17, 1, 2]);
    expect(refused?.getAttribute("data-tone")).toBe("bad");
    expect(succeeded?.getAttribute("data-tone")).toBe("ok");
  });

  it("names the run under the pointer, and opens it", () => {
    const onOpen = vi.fn();
    const outcomes = ["r1", "r2"].map((runId) => ({ runId, status: "failed", at: NOW }));
    render(<OutcomeStrip outcomes={outcomes} onOpen={onOpen} />);
    const strip = screen.getByRole("img");
    // Drawn at twice its size, as on a page that is scaled up.
    strip.getBoundingClientRect = () => new DOMRect(10, 0, 198, 24);
    fireEvent.pointerMove(strip, { clientX: 10 + 2 * 96 });
    expect(strip.querySelector("title")?.textContent).toMatch(/, Failed$/);
    fireEvent.click(strip, { clientX: 10 + 2 * 96 });
    expect(onOpen).toHaveBeenCalledExactlyOnceWith("r2");
    fireEvent.click(strip, { clientX: 12 });
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it("says it when there is none", () => {
    render(<OutcomeStrip outcomes={[]} />);
    expect(screen.getByRole("img", { name: "has never run" })).toBeDefined();
  });
});

describe("RelativeTime", () => {
  it("shows the countdown and lets screen readers hear the absolute time", () => {
    render(
      <ClockProvider read={frozen} zone="Europe/Vienna" tickMs={0}>
        <RelativeTime at={NOW + 72_000} seconds />
      </ClockProvider>,
    );
    expect(screen.getByText("in 1 min 12 s").getAttribute("aria-hidden")).toBe("true");
    expect(screen.getByText("14:33:20").className).toBe("visually-hidden");
  });

  it("prints the word for nothing", () => {
    render(<RelativeTime at={null} none="has never run" />);
    expect(screen.getByText("has never run")).toBeDefined();
  });
});
