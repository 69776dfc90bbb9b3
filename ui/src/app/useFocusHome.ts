import { type RefObject, useEffect } from "react";

/**
 * Where the focus goes when what had it is gone: to the topmost dialog, else to the page, never to
 * nothing. Without it a person at the keyboard begins anew at the top of the window after each page.
 */
export function useFocusHome(page: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let frame = 0;
    const look = () => {
      if (document.activeElement !== document.body) return;
      cancelAnimationFrame(frame);
      // Two frames later: by then a layer that opens or closes has placed the focus itself.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          if (document.activeElement !== document.body) return;
          const dialogs = document.querySelectorAll<HTMLElement>("[role=dialog]");
          (dialogs[dialogs.length - 1] ?? page.current)?.focus({ preventScroll: true });
        });
      });
    };
    // What is taken out of the page loses the focus without a word in some engines.
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    const left = () => queueMicrotask(look);
    document.addEventListener("focusout", left);
    look();
    return () => {
      watch.disconnect();
      document.removeEventListener("focusout", left);
      cancelAnimationFrame(frame);
    };
  }, [page]);
}
