/** How key names are written in commands, matched against events, and printed on key caps. */

const macLike = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** "g r" has two steps, "Mod+k" one. */
export function splitKeys(keys: string): string[] {
  return keys.split(" ").filter(Boolean);
}

export function matchesStep(event: KeyboardEvent, step: string): boolean {
  const parts = partsOf(step);
  const key = parts.at(-1) ?? "";
  const mod = macLike() ? event.metaKey : event.ctrlKey;
  const otherMod = macLike() ? event.ctrlKey : event.metaKey;
  if (mod !== parts.includes("Mod") || otherMod) return false;
  if (event.altKey !== parts.includes("Alt")) return false;
  // A sign such as "?" already carries its Shift on the layouts that need it.
  const isLetterOrName = key.length > 1 || /[a-z]/i.test(key);
  if (isLetterOrName && event.shiftKey !== parts.includes("Shift")) return false;
  const pressed = event.key === " " ? "Space" : event.key;
  return pressed.toLowerCase() === key.toLowerCase();
}

/** The plus sign is a key too: "+", "Mod++". */
function partsOf(step: string): string[] {
  if (!step.endsWith("+")) return step.split("+");
  return [...step.slice(0, -1).split("+").filter(Boolean), "+"];
}

export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  return !["checkbox", "radio", "button", "submit", "range"].includes(target.type);
}

const CONTROLS =
  "button, a[href], input, select, [role=option], [role=menuitem], [role=switch], " +
  "[role=checkbox], [role=radio], [role=tab], [role=combobox]";

export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

/** Keys that a focused control answers itself. */
export function belongsToControls(step: string): boolean {
  return ["Enter", "Space"].includes(step) || step.startsWith("Arrow");
}

const CAPS: Record<string, string> = {
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** The caps to draw: "Mod+k" is "Ctrl", "K". */
export function keyCaps(keys: string): string[] {
  return splitKeys(keys).flatMap((step) =>
    partsOf(step).map((part) => {
      if (part === "Mod") return macLike() ? "Cmd" : "Ctrl";
      return CAPS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
    }),
  );
}
