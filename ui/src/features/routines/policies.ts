import type { DefinitionRow, Misfire, Overlap } from "@/backend";

/** The rules of a routine as words (ui-spec 4.3). */

export const misfires: readonly { value: Misfire; label: string }[] = [
  { value: "fire_once", label: "Run once, then carry on" },
  { value: "skip", label: "Leave it out, record it as missed" },
  { value: "fire_all", label: "Run every missed one, up to 100" },
];

export const overlaps: readonly { value: Overlap; label: string }[] = [
  { value: "skip", label: "Skip the new fire" },
  { value: "queue_one", label: "Let one wait" },
  { value: "allow", label: "Run side by side" },
];

export function inSentence(options: readonly { value: string; label: string }[], value: string) {
  const label = options.find((option) => option.value === value)?.label ?? `“${value}”`;
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** What starts, after the definition's name: "hub.alder.internal", "/usr/bin/report", "simulated". */
export function launcherTarget({ launcher }: Pick<DefinitionRow, "launcher">): string {
  if (launcher.launcher === "http") {
    return /^https?:\/\/([^/?#]+)/.exec(launcher.url)?.[1] ?? launcher.url;
  }
  if (launcher.launcher === "command") return launcher.program;
  return "simulated";
}
