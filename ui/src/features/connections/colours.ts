import type { CSSProperties } from "react";
import type { ProfileColour } from "@/backend";

/** In the order in which they are offered. */
export const colours: readonly ProfileColour[] = [
  "moss",
  "ochre",
  "brick",
  "slate",
  "sea",
  "cobalt",
  "rose",
  "umber",
];

/** An identity colour for what is drawn inside. */
export function colourOf(colour: ProfileColour): CSSProperties {
  return { "--connection": `var(--conn-${colour})` } as CSSProperties;
}
