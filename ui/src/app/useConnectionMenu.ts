import { useNavigate } from "@tanstack/react-router";
import { Database, LogOut } from "lucide-react";
import { type ConnectionInfo, useWrite } from "@/backend";
import type { MenuEntry } from "@/components/Menu";

export function useConnectionMenu(connection: ConnectionInfo | null): MenuEntry[] {
  const navigate = useNavigate();
  const close = useWrite("closeConnection");
  if (!connection) return [];
  return [
    {
      label: "Look at this connection",
      icon: Database,
      onSelect: () => void navigate({ to: "/connections" }),
    },
    { label: "Close and choose another", icon: LogOut, onSelect: () => close.mutate([]) },
  ];
}
