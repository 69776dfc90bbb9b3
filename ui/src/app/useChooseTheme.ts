import { useSettings } from "@/backend";
import { setTheme, type Theme } from "./theme";

/** Acts at once, and is kept with the other settings. */
export function useChooseTheme() {
  const { change } = useSettings();
  return (theme: Theme) => {
    setTheme(theme);
    change({ theme });
  };
}
