import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askAgainAfter } from "@/backend";
import { useStaleness } from "./useStaleness";

type Read = Parameters<typeof useStaleness>[0];

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe("useStaleness", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setSystemTime(1_000_000);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const staleness = (read: Partial<Read>) =>
    renderHook(() =>
      useStaleness({ isError: false, fetchStatus: "idle", dataUpdatedAt: 1_000_000, ...read }),
    );

  it("calls a read stale after 5 s of errors and holds changes back after 15", () => {
    const { result } = staleness({ isError: true });
    pass(4_000);
    expect(result.current).toBe("fresh");
    pass(2_000);
    expect(result.current).toBe("stale");
    pass(10_000);
    expect(result.current).toBe("held");
  });

  it("counts a question without an answer, and not the rest between two", () => {
    const waiting = staleness({ fetchStatus: "fetching" });
    pass(7_000);
    expect(waiting.result.current).toBe("stale");
    const resting = staleness({ dataUpdatedAt: 900_000 });
    pass(7_000);
    expect(resting.result.current).toBe("fresh");
  });
});

describe("askAgainAfter", () => {
  it("asks again after 2, 4, 8 and then every 15 s", () => {
    expect([0, 6_000, 14_000, 40_000].map(askAgainAfter)).toEqual([2_000, 4_000, 8_000, 15_000]);
  });
});
