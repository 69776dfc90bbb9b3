import type { Command } from "@/components/commands";

/** Finding commands by the words a person types. */

export interface Part {
  text: string;
  match: boolean;
  /** Where it begins in the label; its identity. */
  at: number;
}

export interface Found {
  command: Command;
  label: Part[];
}

export interface Group {
  title: string;
  found: Found[];
}

/** Every word must occur in label, detail or group. What is everywhere comes last. */
export function find(commands: readonly Command[], query: string): Group[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, Found[]>();
  const seen = new Set<string>();
  for (const command of commands) {
    if (seen.has(command.id)) continue;
    seen.add(command.id);
    const title = command.group ?? "This view";
    const hay = `${command.label} ${command.detail ?? ""} ${title}`.toLowerCase();
    if (!words.every((word) => hay.includes(word))) continue;
    const found = groups.get(title) ?? [];
    found.push({ command, label: parts(command.label, words) });
    groups.set(title, found);
  }
  return sorted([...groups].map(([title, found]) => ({ title, found })));
}

/** What belongs to the view comes first, what is everywhere last. */
export function sorted(groups: Group[]): Group[] {
  return groups.sort((one, other) => rank(one.title) - rank(other.title));
}

/** Commands that were found elsewhere, such as in the database: only marked here. */
export function marked(commands: readonly Command[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.map((command) => ({ command, label: parts(command.label, words) }));
}

/** What the view is about, where its commands are of one thing: "Supplier price watch". */
export function contextOf(commands: readonly Command[]): string | undefined {
  return commands.find(({ group }) => group !== undefined && !LAST.includes(group))?.group;
}

const LAST = ["Switch connection", "Go to", "View"];

function rank(title: string): number {
  return LAST.indexOf(title);
}

/** The label cut where a word of the query occurs. */
function parts(label: string, words: readonly string[]): Part[] {
  const lower = label.toLowerCase();
  const hit = Array.from({ length: label.length }, () => false);
  for (const word of words) {
    const start = lower.indexOf(word);
    if (start >= 0) hit.fill(true, start, start + word.length);
  }
  const cut: Part[] = [];
  for (let at = 0; at < label.length; at += 1) {
    const last = cut.at(-1);
    if (last && last.match === hit[at]) last.text += label.charAt(at);
    else cut.push({ text: label.charAt(at), match: hit[at] ?? false, at });
  }
  return cut;
}
