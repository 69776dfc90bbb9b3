import { useNavigate } from "@tanstack/react-router";
import type { RunDetail } from "@/backend";

/** The way to the explanation of a run's planned time. */
export function useWhy({ row }: RunDetail) {
  const navigate = useNavigate();
  const { scheduled_for: planned, routine_id: routineId } = row;
  return {
    reason:
      planned === null
        ? "It was started by hand, so no planned time is to be explained."
        : undefined,
    open: () => {
      if (planned === null) return;
      // The explanation is a feature of its own; its address is not known here.
      void navigate({ to: `/fires/${routineId}/${encodeURIComponent(planned)}` as never });
    },
  };
}
