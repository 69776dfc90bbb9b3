import { useNavigate } from "@tanstack/react-router";
import { CircleHelp } from "lucide-react";
import type { RunRow } from "@/backend";
import type { Command } from "@/components/commands";

/** The way to the explanation of a run's planned time. */
export function useWhy(row: RunRow | undefined) {
  const navigate = useNavigate();
  const planned = row?.scheduled_for ?? null;
  const reason =
    row === undefined
      ? "No run is chosen."
      : planned === null
        ? "It was started by hand, so no planned time is to be explained."
        : undefined;
  const open = () => {
    if (row === undefined || planned === null) return;
    // The explanation is a feature of its own; its address is not known here.
    void navigate({ to: `/fires/${row.routine_id}/${encodeURIComponent(planned)}` as never });
  };
  const command: Command = {
    id: "run.why",
    label: "Why did it (not) fire?",
    keys: "w",
    hint: "why",
    icon: CircleHelp,
    disabledReason: reason,
    run: open,
  };
  return { reason, open, command };
}
