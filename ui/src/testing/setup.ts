import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

afterEach(cleanup);

// How long a test waits for what it expects; a busy machine needs more than the one second of default.
configure({ asyncUtilTimeout: 10_000 });

// jsdom lays nothing out: give scroll containers a size so that virtual rows exist.
for (const [name, value] of [
  ["clientHeight", 640],
  ["clientWidth", 1000],
] as const) {
  Object.defineProperty(Element.prototype, name, { configurable: true, get: () => value });
}

class SilentResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal("ResizeObserver", SilentResizeObserver);
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.scrollTo ??= () => {};
Element.prototype.getAnimations ??= () => [];
window.matchMedia ??= ((media: string) => ({
  matches: false,
  media,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
})) as typeof window.matchMedia;

// Base UI replays clicks as pointer events, which jsdom lacks.
window.PointerEvent ??= MouseEvent as unknown as typeof PointerEvent;

// Announced as missing by jsdom whenever the router or axe touch them.
window.scrollTo = () => {};
HTMLCanvasElement.prototype.getContext = () => null;
