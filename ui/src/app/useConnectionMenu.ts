import { useNavigate } from "@tanstack/react-router";
import { ArrowLeftRight, Database, LogOut } from "lucide-react";
import { type ConnectionInfo, type Protection, useWrite } from "@/backend";
import type { MenuEntry } from "@/components/Menu";
import { protections } from "@/components/protections";
import { useToasts } from "@/components/Toast";

const levels: readonly Protection[] = ["read_only", "confirm", "full"];

/** What can be done with the connection from its block: look, switch, lower its level, close. */
export function useConnectionMenu(
  connection: ConnectionInfo | null,
  onSwitch: () => void,
): MenuEntry[] {
  const navigate = useNavigate();
  const toasts = useToasts();
  const close = useWrite("closeConnection");
  const lower = useWrite("lowerProtection");
  const entries: MenuEntry[] = [
    {
      label: "Switch connection…",
      icon: ArrowLeftRight,
      keys: "Mod+Shift+c",
      onSelect: onSwitch,
    },
  ];
  if (!connection) return entries;
  const lowerOnes = levels.slice(0, levels.indexOf(connection.level));
  return [
    ...entries,
    {
      label: "Look at this connection",
      icon: Database,
      onSelect: () => void navigate({ to: "/connections" }),
    },
    ...lowerOnes.map((level) => ({
      label: `Lower to “${protections[level].label}”`,
      icon: protections[level].icon,
      onSelect: () =>
        lower.mutate([level], {
          onError: (refused) => toasts.refused("The level was not lowered.", refused.message),
        }),
    })),
    { label: "Close", icon: LogOut, onSelect: () => close.mutate([]) },
  ];
}
