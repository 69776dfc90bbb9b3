import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { events } from "@/bindings";
import { isLive } from "./live";
import { invalidate } from "./writes";

/** Listens for what went stale. Losing an event costs a stale view until the next poll, no more. */
export function useDeskEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const listening = events.deskChanged.listen(({ payload }) => {
      if (isLive()) void invalidate(queries, payload.tags);
    });
    // What was opened between the first read and now was announced to nobody.
    void listening.then(() => invalidate(queries, ["connection"]));
    return () => {
      void listening.then((stop) => stop());
    };
  }, [queries]);
}
