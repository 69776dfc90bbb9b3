import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** The fourth and fifth buttons of a mouse. */
const BACK = 3;
const FORWARD = 4;

/** Back and forward by mouse, as in any window with a history. */
export function useMouseHistory() {
  const { history } = useRouter();
  useEffect(() => {
    function onMouseUp(event: MouseEvent) {
      if (event.button !== BACK && event.button !== FORWARD) return;
      event.preventDefault();
      if (event.button === BACK) history.back();
      else history.forward();
    }
    window.addEventListener("mouseup", onMouseUp);
    return () => window.removeEventListener("mouseup", onMouseUp);
  }, [history]);
}
