import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { setReading } from "@/backend";

const OPEN = "[role=dialog], [role=menu], [role=listbox]";
const LOOK_EVERY_MS = 500;

/**
 * Nothing moves while somebody reads or decides: text is selected, or a menu, dialog or sheet is open.
 * Afterwards everything is asked again.
 */
export function useReadingPause() {
  const queries = useQueryClient();
  useEffect(() => {
    let before = false;
    const look = () => {
      const reads = hasSelection() || document.querySelector(OPEN) !== null;
      if (reads === before) return;
      before = reads;
      setReading(reads);
      if (!reads) void queries.refetchQueries({ type: "active" });
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      setReading(false);
    };
  }, [queries]);
}

function hasSelection(): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== "";
}
