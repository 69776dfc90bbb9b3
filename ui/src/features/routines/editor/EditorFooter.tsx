import { Eye, Play, ShieldCheck } from "lucide-react";
import { Button } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { parseJson } from "@/components/json";
import { Kbd } from "@/components/Kbd";
import { counted } from "./Editor";
import styles from "./Editor.module.css";
import { type Form, triggerOf } from "./form";
import type { EditorState } from "./useEditor";

interface Props {
  editor: EditorState;
  /** The connection that asks first, if it does. */
  connection: string | null;
  readOnlyReason?: string;
  onCancel: () => void;
  onSave: () => void;
  onSaveAndRun: () => void;
}

export function EditorFooter(props: Props) {
  const { editor, connection, readOnlyReason, onCancel, onSave, onSaveAndRun } = props;
  const { form, changed, isNew, saving } = editor;
  const unfinished = missing(form) ?? (changed.size === 0 ? "Nothing has changed." : undefined);
  const reason = readOnlyReason ?? unfinished;
  const label = isNew
    ? "Create routine"
    : changed.size === 0
      ? "Save"
      : `Save ${counted(changed.size)}`;
  useCommands([
    {
      id: "editor.save",
      label,
      keys: "Mod+s",
      hint: "save",
      inFields: true,
      disabledReason: saving ? "It is being saved." : reason,
      run: onSave,
    },
    {
      id: "editor.run",
      label: "Save and run once",
      disabledReason: saving ? "It is being saved." : reason,
      run: onSaveAndRun,
    },
  ]);
  return (
    <>
      <span className={styles.footnote}>
        {readOnlyReason ? (
          <>
            <Eye size={14} aria-hidden />
            {readOnlyReason}
          </>
        ) : connection !== null && !isNew ? (
          <>
            <ShieldCheck size={14} aria-hidden />
            {connection} asks you to confirm this save
          </>
        ) : (
          changed.size > 0 && unfinished
        )}
      </span>
      <Button tone="quiet" onClick={onCancel}>
        Cancel <Kbd keys="Escape" />
      </Button>
      <Button
        icon={Play}
        disabledReason={saving ? "It is being saved." : reason}
        onClick={onSaveAndRun}
      >
        Save and run once
      </Button>
      <Button tone="primary" keys="Mod+s" busy={saving} disabledReason={reason} onClick={onSave}>
        {label}
      </Button>
    </>
  );
}

/** What only the person can give; everything else the command judges. */
function missing(form: Form): string | undefined {
  if (form.name.trim() === "") return "Give it a name.";
  if (form.instruction.trim() === "") return "Say what one firing should do.";
  if (triggerOf(form) === null) return "The trigger is not complete.";
  if (form.definitionId === null) return "Choose a definition.";
  if (!parseJson(form.input).ok) return "The input is not JSON yet.";
  return undefined;
}
