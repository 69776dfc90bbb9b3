import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Database, ListTree } from "lucide-react";
import { reads } from "@/backend";
import type { Command } from "@/components/commands";
import { protections } from "@/components/protections";
import { useOpenProfile } from "@/features/connections/useOpenProfile";

/** Opening another connection, from the palette, the quick switcher and the connection block. */
export function useSwitchCommands(): Command[] {
  const navigate = useNavigate();
  const { data: rows } = useQuery(reads.profiles());
  const { open } = useOpenProfile();
  const group = "Switch connection";
  return [
    ...(rows ?? []).map(({ profile, location, open: isOpen }) => ({
      id: `connection.open.${profile.id}`,
      label: profile.details.name,
      icon: Database,
      group,
      detail: `${location} · ${protections[profile.details.protection].label}`,
      disabledReason: isOpen ? "open now" : undefined,
      run: () => void open(profile.id, profile.details.name),
    })),
    {
      id: "connection.all",
      label: "All connections",
      icon: ListTree,
      group,
      detail: "test, edit, add",
      run: () => void navigate({ to: "/connections" }),
    },
  ];
}
