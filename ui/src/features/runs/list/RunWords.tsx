import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useCommands } from "@/components/commands";
import { Kbd } from "@/components/Kbd";
import { TextField } from "@/components/TextField";
import styles from "./RunFilters.module.css";

/** A search goes through the runs one by one: it is asked for when typing pauses, in milliseconds. */
const TYPING_MS = 400;

interface Props {
  value: string;
  onChange: (words: string) => void;
}

/** Text in errors, keys and inputs; another address replaces what was typed. */
export function RunWords({ value, onChange }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState({ text: value, of: value });
  if (typed.of !== value) setTyped({ text: value, of: value });
  const latest = useRef(onChange);
  latest.current = onChange;
  const { text } = typed;
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => latest.current(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  useCommands([
    {
      id: "runs.filter",
      label: "Search runs",
      keys: "/",
      hint: "search",
      run: () => field.current?.querySelector("input")?.focus(),
    },
  ]);
  return (
    <div ref={field} className={styles.words}>
      <TextField
        label="Search errors and input"
        layout="hidden"
        small
        icon={Search}
        placeholder="Search errors and input"
        value={text}
        onChange={(next) => setTyped({ text: next, of: value })}
        end={<Kbd keys="/" />}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          if (text === "") event.currentTarget.blur();
          else setTyped({ text: "", of: value });
        }}
      />
    </div>
  );
}
