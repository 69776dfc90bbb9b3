import { Search } from "lucide-react";
import { useRef } from "react";
import { useCommands } from "@/components/commands";
import { Kbd } from "@/components/Kbd";
import { TextField } from "@/components/TextField";
import { useTypedWords } from "@/components/useTypedWords";
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
  const { text, type } = useTypedWords(value, onChange, TYPING_MS);
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
        onChange={type}
        end={<Kbd keys="/" />}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          if (text === "") event.currentTarget.blur();
          else type("");
        }}
      />
    </div>
  );
}
