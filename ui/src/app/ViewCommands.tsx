import { Maximize2, SunMoon, ZoomIn, ZoomOut } from "lucide-react";
import { useSettings } from "@/backend";
import { useCommands } from "@/components/commands";
import { nextScale, SCALES } from "@/components/scale";
import { themes, useTheme } from "./theme";
import { useChooseTheme } from "./useChooseTheme";

/** How the window looks: theme and size, from the palette and by key. */
export function ViewCommands() {
  const theme = useTheme();
  const choose = useChooseTheme();
  const { settings, change } = useSettings();
  const percent = settings?.scale_percent ?? 100;
  const scale = (next: number) => change({ scale_percent: next });
  const larger = {
    label: "Larger",
    icon: ZoomIn,
    group: "View",
    inFields: true,
    disabledReason: percent >= SCALES.most ? "this is the largest" : undefined,
    run: () => scale(nextScale(percent, 1)),
  };
  useCommands([
    { ...larger, id: "scale.larger", keys: "Mod++", detail: `${percent} %` },
    // The same key without Shift, as it is on many keyboards.
    { ...larger, id: "scale.larger.plain", keys: "Mod+=", keyOnly: true },
    {
      id: "scale.smaller",
      label: "Smaller",
      icon: ZoomOut,
      keys: "Mod+-",
      group: "View",
      inFields: true,
      disabledReason: percent <= SCALES.least ? "this is the smallest" : undefined,
      run: () => scale(nextScale(percent, -1)),
    },
    {
      id: "scale.usual",
      label: "Usual size",
      icon: Maximize2,
      keys: "Mod+0",
      group: "View",
      inFields: true,
      run: () => scale(100),
    },
    ...themes.map(({ value, label }) => ({
      id: `theme.${value}`,
      label: `Theme: ${label.toLowerCase()}`,
      icon: SunMoon,
      group: "View",
      detail: theme === value ? "chosen" : undefined,
      run: () => choose(value),
    })),
  ]);
  return null;
}
