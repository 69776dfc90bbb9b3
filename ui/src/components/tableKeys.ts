import { type KeyboardEvent, useRef } from "react";
import { type Command, useCommands } from "./commands";
import { belongsToControls, isControl, matchesStep } from "./keys";
import { range, type Selection } from "./table";

interface TableKeys {
  ids: readonly string[];
  cursor: string | null;
  /** Moves the cursor and the focus. */
  moveTo: (index: number) => void;
  open?: (index: number) => void;
  peek?: (index: number) => void;
  selection?: Selection;
  primary: boolean;
}

/** What the keys do in a table: at once while it has focus, from anywhere when it is primary. */
export function useTableKeys({ ids, cursor, moveTo, open, peek, selection, primary }: TableKeys) {
  const anchor = useRef<string | null>(null);
  const at = cursor === null ? -1 : ids.indexOf(cursor);

  function toggle(id: string, extend: boolean) {
    if (!selection) return;
    const next = new Set(selection.ids);
    if (extend && anchor.current !== null) {
      for (const each of range(ids, anchor.current, id)) next.add(each);
    } else if (!next.delete(id)) next.add(id);
    anchor.current = id;
    selection.onChange(next);
  }

  const move = (id: string, keys: string, label: string, to: number): Command => ({
    id: `table.${id}`,
    label,
    keys,
    group: "Lists",
    keyOnly: true,
    run: () => moveTo(Math.min(Math.max(to, 0), ids.length - 1)),
  });
  const commands: Command[] = [
    { ...move("next", "j", "Next row", at + 1), hint: "move", hintKeys: "j k" },
    move("previous", "k", "Previous row", at - 1),
    move("down", "ArrowDown", "Next row", at + 1),
    move("up", "ArrowUp", "Previous row", at - 1),
    move("first", "Home", "First row", 0),
    move("last", "End", "Last loaded row", ids.length - 1),
  ];
  const atRow = (id: string, keys: string, label: string, run: () => void, hint?: string) =>
    commands.push({ id: `table.${id}`, label, keys, hint, group: "Lists", keyOnly: true, run });
  if (selection) {
    atRow("select", "x", "Select row", () => cursor && toggle(cursor, false), "select");
    atRow("range", "Shift+x", "Select up to here", () => cursor && toggle(cursor, true));
    atRow("all", "Mod+a", "Select all loaded rows", () => selection.onChange(new Set(ids)));
  }
  if (open) atRow("open", "Enter", "Open", () => at >= 0 && open(at), "open");
  if (peek) atRow("peek", "Space", "Show or hide the inspector", () => at >= 0 && peek(at));
  useCommands(primary ? commands : []);

  function onKeyDown(event: KeyboardEvent) {
    const command = commands.find(({ keys = "" }) => matchesStep(event.nativeEvent, keys));
    if (!command) return;
    if (isControl(event.target) && belongsToControls(command.keys ?? "")) return;
    event.preventDefault();
    command.run();
  }
  return { onKeyDown, toggle };
}
