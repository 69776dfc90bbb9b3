import { useEffect } from "react";
import { setPace, useSettings } from "@/backend";
import { setDefaultWindow } from "@/components/defaultWindow";
import { setTimeFormat } from "@/components/timeFormat";
import { setTheme } from "./theme";

/** Puts the choices of Settings into force, wherever they act. */
export function useAppliedSettings() {
  const { settings } = useSettings();
  // Before the children are drawn: they read it while they draw.
  if (settings) {
    setTimeFormat(settings.time_format);
    setDefaultWindow(settings.default_window);
  }
  useEffect(() => {
    if (!settings) return;
    setTheme(settings.theme);
    setPace(settings.live);
  }, [settings]);
  return settings;
}
