import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { failureGroup } from "@/testing/failures";
import { useHeldGroups } from "./useHeldGroups";

const groups = (...keys: string[]) => keys.map((key) => failureGroup({ key }));

it("keeps the order while it is held, and takes the new one when it is let go", () => {
  const { result, rerender } = renderHook(
    ({ keys, held }) => useHeldGroups(groups(...keys), held).map((group) => group.key),
    { initialProps: { keys: ["a", "b"], held: false } },
  );
  rerender({ keys: ["c", "b", "a"], held: true });
  expect(result.current).toEqual(["a", "b", "c"]);
  rerender({ keys: ["c", "b"], held: true });
  expect(result.current).toEqual(["b", "c"]);
  rerender({ keys: ["c", "b"], held: false });
  expect(result.current).toEqual(["c", "b"]);
});
