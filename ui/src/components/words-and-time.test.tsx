import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
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
    expect(container.querySelectorAll("circle")).toHaveLength(17);
    expect(container.querySelectorAll("g")).toHaveLength(3);
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
