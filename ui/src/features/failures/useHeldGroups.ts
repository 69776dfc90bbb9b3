import { useRef } from "react";
import type { FailureGroup } from "@/backend";

/**
 * The groups in the order they were first shown in, while that order is held: what a person points at
 * must not move. New ones wait at the end.
 */
export function useHeldGroups(groups: readonly FailureGroup[], held: boolean) {
  const order = useRef<string[]>([]);
  if (!held) {
    order.current = groups.map((group) => group.key);
    return groups;
  }
  const known = new Map(groups.map((group) => [group.key, group]));
  const kept = order.current.flatMap((key) => known.get(key) ?? []);
  const added = groups.filter((group) => !order.current.includes(group.key));
  return [...kept, ...added];
}
