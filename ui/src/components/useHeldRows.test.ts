import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useHeldRows } from "./useHeldRows";

interface Row {
  id: string;
  said?: string;
}
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }));

function hold(first: Row[]) {
  return renderHook(({ fresh, held, list }) => useHeldRows<Row>(fresh, held, list), {
    initialProps: { fresh: first, held: true, list: "a" },
  });
}
const ids = (shown: readonly Row[]) => shown.map(({ id }) => id).join("");

describe("useHeldRows", () => {
  it("keeps newer rows back until they are let in", () => {
    const { result, rerender } = hold(rows("c", "b", "a"));
    rerender({ fresh: rows("e", "d", "c", "b", "a"), held: true, list: "a" });
    expect(ids(result.current.rows)).toBe("cba");
    expect(result.current.newer).toBe(2);
    act(() => result.current.apply());
    expect(ids(result.current.rows)).toBe("edcba");
    expect(result.current.newer).toBe(0);
  });

  it("lets contents follow, keeps what has left, and adds older pages below", () => {
    const { result, rerender } = hold(rows("c", "b", "a"));
    const fresh = [{ id: "c", said: "new" }, ...rows("a", "Z")];
    rerender({ fresh, held: true, list: "a" });
    expect(ids(result.current.rows)).toBe("cbaZ");
    expect(result.current.rows[0]?.said).toBe("new");
    expect(result.current.newer).toBe(0);
  });

  it("follows at once when nobody reads, or when it is another list", () => {
    const { result, rerender } = hold(rows("a"));
    rerender({ fresh: rows("b", "a"), held: false, list: "a" });
    expect(ids(result.current.rows)).toBe("ba");
    rerender({ fresh: rows("x"), held: true, list: "b" });
    expect(ids(result.current.rows)).toBe("x");
  });
});
