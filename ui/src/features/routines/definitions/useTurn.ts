import { useState } from "react";
import { type DefinitionRow, failure, useWrite } from "@/backend";
import { useToasts } from "@/components/Toast";

/** Enables what is disabled, and the other way round; answers whether it was done. */
export function useTurn() {
  const write = useWrite("disableDefinition").mutateAsync;
  const toasts = useToasts();
  const [busy, setBusy] = useState<string | null>(null);
  const turn = async ({ id, revision, name, disabled_at: since }: DefinitionRow) => {
    const disable = since === null;
    setBusy(id);
    try {
      await write([{ id, revision }, disable]);
      toasts.done(`${disable ? "Disabled" : "Enabled"} ${name}`);
      return true;
    } catch (thrown) {
      const verb = disable ? "Disable" : "Enable";
      toasts.refused(`${verb} failed for ${name}.`, failure(thrown).message);
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { turn, isBusy: (id: string) => busy === id };
}
