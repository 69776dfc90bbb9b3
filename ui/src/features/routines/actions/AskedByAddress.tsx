import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { reads } from "@/backend";
import type { RoutinesSearch } from "../search";
import { useRoutineActions } from "./RoutineActions";

interface Props {
  search: RoutinesSearch;
  change: (part: Partial<RoutinesSearch>) => void;
}

/** Opens the dialog that an address asks for, once. Nothing is done by an address alone. */
export function AskedByAddress({ search: { sel, ask }, change }: Props) {
  const { confirm } = useRoutineActions();
  const asked = sel !== undefined && ask !== undefined;
  const { data } = useQuery({ ...reads.routine(sel ?? ""), enabled: asked });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is asked
  useEffect(() => {
    if (!asked || data?.row.id !== sel) return;
    change({ ask: undefined });
    if (data.row.actions.includes(ask)) confirm(ask, data.row);
  }, [asked, data?.row.id]);
  return null;
}
