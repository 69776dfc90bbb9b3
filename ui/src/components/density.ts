import { createContext, useContext } from "react";

/** How much room a row of a list takes: two lines, or one with the detail in the tooltip. */
export type Density = "comfortable" | "compact";

const Context = createContext<Density>("comfortable");

export const DensityProvider = Context.Provider;

export function useDensity(): Density {
  return useContext(Context);
}
