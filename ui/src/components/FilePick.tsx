import type { LucideIcon } from "lucide-react";
import { useId, useRef } from "react";
import { Button } from "./Button";

interface FilePickProps {
  label: string;
  icon?: LucideIcon;
  /** Endings that are offered first: ".json,.yaml". */
  accept: string;
  busy?: boolean;
  tone?: "plain" | "primary";
  /** The text of the file. */
  onPick: (text: string, name: string) => void;
}

/** A button that asks the system for a file. The same file may be picked again. */
export function FilePick({ label, icon, accept, busy, tone = "plain", onPick }: FilePickProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (!file) return;
          const reader = new FileReader();
          reader.onload = () => {
            target.value = "";
            onPick(String(reader.result), file.name);
          };
          reader.readAsText(file);
        }}
      />
      <Button tone={tone} icon={icon} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </div>
  );
}
