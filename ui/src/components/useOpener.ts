import { useRef } from "react";

/**
 * Gives the focus back when a layer closes, to what had it when the layer was asked for. That is looked
 * at before the layer is drawn: a field with `autoFocus` takes the focus as soon as it stands in the page.
 */
export function useOpener(open: boolean) {
  const opener = useRef<Element | null>(null);
  const popup = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) opener.current = document.activeElement;
  wasOpen.current = open;
  return {
    /** Of the layer itself, kept when it has gone. */
    ref: (layer: HTMLElement | null) => {
      if (layer) popup.current = layer;
    },
    /** True leaves the choice to the layer, false gives it to nobody. */
    finalFocus: (): HTMLElement | boolean => {
      const active = document.activeElement ?? document.body;
      // What was done in the layer has led elsewhere, such as to another one.
      if (active !== document.body && !popup.current?.contains(active)) return false;
      const found = opener.current;
      if (!(found instanceof HTMLElement) || !found.isConnected) return true;
      // The page as a whole takes it by itself; its first field would swallow the next key.
      return found.tabIndex < 0 ? false : found;
    },
  };
}
