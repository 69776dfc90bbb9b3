import { ListChecks } from "lucide-react";
import { IconButton } from "@/components/Button";
import { Menu } from "@/components/Menu";

/** Common schedules, as the cron expressions they are. */
const presets = [
  { label: "Every 15 minutes", cron: "*/15 * * * *" },
  { label: "Every hour", cron: "0 * * * *" },
  { label: "Every day at 09:00", cron: "0 9 * * *" },
  { label: "Monday to Friday at 09:00", cron: "0 9 * * 1-5" },
  { label: "Mondays at 09:00", cron: "0 9 * * 1" },
  { label: "The first of the month at 09:00", cron: "0 9 1 * *" },
] as const;

export function CronPresets({ onChoose }: { onChoose: (cron: string) => void }) {
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={ListChecks} size={24} label="Common schedules" />}
      entries={presets.map(({ label, cron }) => ({
        label,
        detail: cron,
        onSelect: () => onChoose(cron),
      }))}
    />
  );
}
