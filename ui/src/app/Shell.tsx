import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type Link, reads, useMenuBar, useOpenedLinks, useSettings } from "@/backend";
import { type Command, useActiveCommands } from "@/components/commands";
import { useToasts } from "@/components/Toast";

/** Deep links and the menu bar: what comes from the desktop around the window. */
export function Shell() {
  const router = useRouter();
  const toasts = useToasts();
  const { settings } = useSettings();
  const commands = useActiveCommands();
  const app = useQuery(reads.appStatus());
  const open = app.data?.connection?.name;
  useOpenedLinks((link) => {
    const refusal = refused(link, open);
    if (refusal === undefined) router.history.push(link.route);
    else toasts.refused("The link was not followed.", refusal);
  });
  useMenuBar(settings?.habits.menu_bar ? menuOf(commands) : [], (id) => {
    const chosen = commands.find((command) => command.id === id);
    if (chosen && chosen.disabledReason === undefined) chosen.run();
  });
  return null;
}

/** A link never opens a database: it shows a page of the one that is open. */
function refused({ profile }: Link, open: string | undefined): string | undefined {
  if (open === profile) return undefined;
  const now = open === undefined ? "No database is open" : `“${open}” is open`;
  return `It leads to a page of “${profile}”. ${now}: open “${profile}” first.`;
}

/** Every command that has a place in the palette, under the palette's headings. */
export function menuOf(commands: readonly Command[]) {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    if (command.keyOnly) continue;
    const label = command.group ?? "This page";
    groups.set(label, [...(groups.get(label) ?? []), command]);
  }
  return [...groups].map(([label, members]) => ({
    label,
    items: members.map(({ id, label: text, keys, disabledReason }) => ({
      id,
      label: text,
      keys: keys === undefined ? null : keys.replace("Mod", "Ctrl").replaceAll("+", " "),
      enabled: disabledReason === undefined,
    })),
  }));
}
