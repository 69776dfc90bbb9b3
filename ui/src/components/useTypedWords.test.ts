import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useTypedWords } from "./useTypedWords";

describe("words that are typed", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = () => {
    const asked = vi.fn();
    const words = renderHook(({ value }) => useTypedWords(value, asked, 200), {
      initialProps: { value: "" },
    });
    const type = (text: string) => act(() => words.result.current.type(text));
    const pause = () => act(() => void vi.advanceTimersByTime(200));
    return { asked, words, type, pause };
  };

  it("arrive when typing pauses, and keep the space before the next word", () => {
    const { asked, words, type, pause } = start();
    type("carrier ");
    expect(asked).not.toHaveBeenCalled();
    pause();
    expect(asked).toHaveBeenLastCalledWith("carrier");
    words.rerender({ value: "carrier" });
    expect(words.result.current.text).toBe("carrier ");
  });

  it("keep what was typed while the ones before were under way", () => {
    const { asked, words, type, pause } = start();
    type("carrier");
    pause();
    type("carrier ra");
    words.rerender({ value: "carrier" });
    expect(words.result.current.text).toBe("carrier ra");
    pause();
    expect(asked).toHaveBeenLastCalledWith("carrier ra");
  });

  it("give way to another address, and to the way back", () => {
    const { words, type, pause } = start();
    type("rates");
    pause();
    words.rerender({ value: "rates" });
    words.rerender({ value: "" });
    expect(words.result.current.text).toBe("");
    words.rerender({ value: "rates" });
    expect(words.result.current.text).toBe("rates");
  });
});
