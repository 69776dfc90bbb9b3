import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Settings } from "@/bindings";
import * as reads from "./queries";
import { useWrite } from "./writes";

/** What a person chose on this desktop, and how to choose otherwise: at once, and then kept. */
export function useSettings() {
  const queries = useQueryClient();
  const { data, error } = useQuery(reads.settings());
  const save = useWrite("saveSettings");
  const change = (part: Partial<Settings>, onRefused?: (message: string) => void) => {
    const key = reads.settings().queryKey;
    const before = queries.getQueryData(key);
    if (!before) return;
    const settings = { ...before.settings, ...part };
    queries.setQueryData(key, { ...before, settings });
    save.mutate([settings], {
      onError: ({ message }) => {
        queries.setQueryData(key, before);
        onRefused?.(message);
      },
    });
  };
  return { status: data, settings: data?.settings, error, change };
}
