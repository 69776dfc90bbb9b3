import { Dialog } from "@base-ui/react/dialog";
import { Search, ShieldCheck } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type Command, CommandLayer } from "@/components/commands";
import { Kbd } from "@/components/Kbd";
import { StatePill } from "@/components/StatePill";
import { useOpener } from "@/components/useOpener";
import { connectionColour } from "./ConnectionBlock";
import styles from "./Palette.module.css";
import { contextOf, type Found, find, marked, sorted } from "./search";
import { useFoundRoutines } from "./useFoundRoutines";
import type { ConnectionView } from "./views";

interface PaletteProps {
  /** The commands of the view it was opened over, or null while it is closed. */
  commands: readonly Command[] | null;
  connection: ConnectionView | null;
  onClose: () => void;
}

export function Palette({ commands, connection, onClose }: PaletteProps) {
  const opener = useOpener(commands !== null);
  return (
    <Dialog.Root open={commands !== null} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup {...opener} className={styles.palette} aria-label="Search or run a command">
          <CommandLayer>
            <Finder commands={commands ?? []} onClose={onClose} />
            <footer className={styles.footer}>
              <Kbd keys="ArrowUp ArrowDown" /> move
              <Kbd keys="Enter" /> do it
              <Kbd keys="Tab" /> what can be done to it
              {connection && (
                <span className={styles.connection} style={connectionColour(connection)}>
                  on {connection.name}
                </span>
              )}
            </footer>
          </CommandLayer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const active = useRef<HTMLDivElement>(null);
  /** What Tab went into, in place of everything. */
  const [within, setWithin] = useState<Command | null>(null);
  const routines = useFoundRoutines(query);
  const groups = find(
    (within?.more ?? commands).filter((command) => !command.keyOnly),
    query,
  );
  if (routines.length > 0 && !within) {
    groups.push({ title: "Routines", found: marked(routines, query) });
    sorted(groups);
  }
  const context = within?.label ?? contextOf(commands);
  const flat = groups.flatMap((group) => group.found);
  const place = Math.min(at, flat.length - 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the highlighted line
  useEffect(() => {
    // Newer engines answer with a promise, which an effect must not return.
    active.current?.scrollIntoView({ block: "nearest" });
  }, [place]);

  function choose(command: Command | undefined) {
    if (command === undefined || command.disabledReason !== undefined) return;
    onClose();
    command.run();
  }
  function enter(next: Command | null) {
    setWithin(next);
    setQuery("");
    setAt(0);
  }
  function onKeyDown(event: KeyboardEvent) {
    const chosen = flat[place]?.command;
    if (event.key === "Tab" && !event.shiftKey && chosen?.more) {
      event.preventDefault();
      enter(chosen);
      return;
    }
    if (event.key === "Backspace" && query === "" && within) {
      event.preventDefault();
      enter(null);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((place + step + flat.length) % Math.max(1, flat.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(chosen);
    }
  }
  return (
    <>
      <div className={styles.input}>
        <Search size={16} aria-hidden />
        <input
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={flat[place] ? `${listId}-${place}` : undefined}
          placeholder="Search or run a command"
          spellCheck={false}
          value={query}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
        />
        {context && <span className={styles.context}>{context}</span>}
      </div>
      <div className={styles.list} role="listbox" id={listId} aria-label="Commands">
        {groups.map(({ title, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={title} role="group" aria-label={title}>
            <div className={styles.heading} aria-hidden="true">
              {title}
            </div>
            {found.map((each) => {
              const index = flat.indexOf(each);
              return (
                <Line
                  key={each.command.id}
                  ref={index === place ? active : undefined}
                  id={`${listId}-${index}`}
                  found={each}
                  active={index === place}
                  onPoint={() => setAt(index)}
                  onChoose={() => choose(each.command)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {flat.length === 0 && (
        <p className={styles.none}>No command and no routine matches “{query}”.</p>
      )}
    </>
  );
}

interface LineProps {
  id: string;
  found: Found;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
  ref?: React.Ref<HTMLDivElement>;
}

function Line({ id, found, active, onPoint, onChoose, ref }: LineProps) {
  const { command, label } = found;
  const disabled = command.disabledReason !== undefined;
  const Icon = command.icon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input above answers the keys
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input
    <div
      ref={ref}
      id={id}
      role="option"
      className={styles.line}
      aria-selected={active}
      aria-disabled={disabled || undefined}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className={styles.icon}>
        {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}
      </span>
      <span className={styles.label}>
        {label.map((part) =>
          part.match ? (
            <mark key={part.at}>{part.text}</mark>
          ) : (
            <span key={part.at}>{part.text}</span>
          ),
        )}
        <small>{command.disabledReason ?? command.detail}</small>
      </span>
      {command.asksFirst && !disabled && (
        <span className={styles.asks}>
          <ShieldCheck size={13} aria-hidden />
          asks first
        </span>
      )}
      {command.state && <StatePill state={command.state} />}
      {command.keys && <Kbd keys={command.keys} />}
    </div>
  );
}
