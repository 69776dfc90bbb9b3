import { renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useHeldOrder } from "./useHeldOrder";

const rows = (ids: string) => [...ids].map((id) => ({ id }));

function hold(first: string) {
  const view = renderHook(({ ids, key, held }) => useHeldOrder(rows(ids), key, held), {
    initialProps: { ids: first, key: "all", held: false },
  });
  return {
    next(ids: string, held: boolean, key = "all") {
      view.rerender({ ids, key, held });
      return {
        ids: view.result.current.rows.map((row) => row.id).join(""),
        moved: view.result.current.moved,
      };
    },
  };
}

describe("useHeldOrder", () => {
  it("keeps rows where they are while held, adds at the end, drops what is gone", () => {
    const list = hold("abc");
    expect(list.next("cadb", true)).toEqual({ ids: "abcd", moved: 4 });
    expect(list.next("cad", true)).toMatchObject({ ids: "acd" });
    expect(list.next("cad", false)).toEqual({ ids: "cad", moved: 0 });
  });

  it("begins afresh with another question", () => {
    const list = hold("abc");
    expect(list.next("cba", true, "failing")).toEqual({ ids: "cba", moved: 0 });
  });
});
