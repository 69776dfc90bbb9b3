import type { LucideIcon } from "lucide-react";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { belongsToControls, isControl, isTextField, matchesStep, splitKeys } from "./keys";

/**
 * One action, declared once by the view that owns it. Its key, its palette entry, its line in the
 * key sheet and its hint in the status bar all come from this declaration.
 */
export interface Command {
  id: string;
  label: string;
  /** "n", "Shift+x", "Mod+k", or two steps "g r". Mod is Ctrl, on macOS Cmd. */
  keys?: string;
  icon?: LucideIcon;
  /** Heading in the palette and the key sheet. */
  group?: string;
  /** Muted explanation beside the label. */
  detail?: string;
  /** Shown in the status bar while the view is open; a word or two. */
  hint?: string;
  /** Caps to draw with the hint where several keys belong together: "j k". */
  hintKeys?: string;
  /** Why it cannot be done now. The command stays visible. */
  disabledReason?: string;
  /** What it leads to is in this state: drawn as a pill in the palette. */
  state?: string;
  /** What else can be done to what it leads to: Tab lists it in the palette. */
  more?: readonly Command[];
  /** The connection asks for confirmation before it happens. */
  asksFirst?: boolean;
  /** Of no use in the palette, such as moving the row cursor. */
  keyOnly?: boolean;
  /** Also works while a sheet or dialog is open above its view. */
  always?: boolean;
  /** Also works while a text field has focus; never for a single letter or an editing key. */
  inFields?: boolean;
  run: () => void;
}

interface Entry {
  commands: readonly Command[];
  layer: number;
}

function createRegistry() {
  const entries = new Map<string, Entry>();
  const layers = new Map<string, number>();
  const listeners = new Set<() => void>();
  let snapshot: readonly Command[] = [];

  function settle() {
    const top = Math.max(0, ...layers.values());
    snapshot = [...entries.values()]
      .filter((entry) => entry.layer >= top)
      .concat([...entries.values()].filter((entry) => entry.layer < top).map(onlyAlways))
      .flatMap((entry) => entry.commands);
    for (const changed of listeners) changed();
  }

  return {
    put(id: string, entry: Entry) {
      entries.set(id, entry);
      settle();
    },
    remove(id: string) {
      entries.delete(id);
      settle();
    },
    open(id: string, layer: number) {
      layers.set(id, layer);
      settle();
    },
    close(id: string) {
      layers.delete(id);
      settle();
    },
    list: () => snapshot,
    subscribe(changed: () => void) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
  };
}

function onlyAlways(entry: Entry): Entry {
  return { ...entry, commands: entry.commands.filter((command) => command.always) };
}

type Registry = ReturnType<typeof createRegistry>;
const RegistryContext = createContext<Registry | null>(null);
const LayerContext = createContext(0);

/** How long after G the second letter counts, in milliseconds. */
const SEQUENCE_MS = 1200;

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry);
  useEffect(() => {
    let first: { step: string; at: number } | null = null;
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const started =
        first !== null && event.timeStamp - first.at < SEQUENCE_MS ? first.step : null;
      const typing = isTextField(event.target);
      let begins: string | null = null;
      // A key given twice goes to the view that declared it last.
      for (const command of [...registry.list()].reverse()) {
        if (command.keys === undefined) continue;
        const steps = splitKeys(command.keys);
        const last = steps.at(-1) ?? "";
        const waits = steps.length > 1 ? (steps[0] ?? "") : null;
        if (typing && !command.inFields) continue;
        // A focused button keeps its own Enter and Space, a list its arrows.
        if (isControl(event.target) && belongsToControls(last)) continue;
        if (waits === started && matchesStep(event, last)) {
          first = null;
          event.preventDefault();
          if (command.disabledReason === undefined) command.run();
          return;
        }
        if (waits !== null && started === null && matchesStep(event, waits)) begins = waits;
      }
      if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) {
        first = begins === null ? null : { step: begins, at: event.timeStamp };
      }
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

/** Declares what this view can do, for as long as it is mounted. */
export function useCommands(commands: readonly Command[]) {
  const registry = useContext(RegistryContext);
  const layer = useContext(LayerContext);
  const id = useId();
  const latest = useRef(commands);
  latest.current = commands;
  // What people see decides whether the registry changes; `run` is always the latest one.
  const shown = JSON.stringify(commands);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for the commands
  useEffect(() => {
    const declared = latest.current.map((command, index) => ({
      ...command,
      run: () => latest.current[index]?.run(),
    }));
    registry?.put(id, { commands: declared, layer });
  }, [registry, id, layer, shown]);
  useEffect(() => () => registry?.remove(id), [registry, id]);
}

const none: readonly Command[] = [];

/** Every command that can be given now; those of covered layers are left out. */
export function useActiveCommands(): readonly Command[] {
  const registry = useContext(RegistryContext);
  return useSyncExternalStore(
    registry?.subscribe ?? (() => () => {}),
    registry?.list ?? (() => none),
  );
}

/** Wraps the inside of a dialog, sheet or palette: the commands beneath it rest meanwhile. */
export function CommandLayer({ children }: { children: ReactNode }) {
  const registry = useContext(RegistryContext);
  const layer = useContext(LayerContext) + 1;
  const id = useId();
  useEffect(() => {
    registry?.open(id, layer);
    return () => registry?.close(id);
  }, [registry, id, layer]);
  return <LayerContext value={layer}>{children}</LayerContext>;
}
