import { Clock, Hash, MoveHorizontal, Pointer } from "lucide-react";
import { Checkbox } from "@/components/Checkbox";
import type { Verdict } from "@/components/Field";
import { OneInCircle } from "@/components/icons";
import { Segment } from "@/components/Segment";
import { Select } from "@/components/Select";
import { TextField } from "@/components/TextField";
import { CronPresets } from "./CronPresets";
import styles from "./Editor.module.css";
import { UNITS } from "./form";
import type { EditorState } from "./useEditor";
import type { Preview } from "./usePreview";
import { ZoneField } from "./ZoneField";

interface Props {
  editor: EditorState;
  preview: Preview;
  readOnly: boolean;
}

const kinds = [
  { value: "cron", label: "Cron", icon: Clock },
  { value: "interval", label: "Interval", icon: MoveHorizontal },
  { value: "once", label: "Once", icon: OneInCircle },
  { value: "manual", label: "By hand", icon: Pointer },
] as const;

export function TriggerFields({ editor, preview, readOnly }: Props) {
  const { form, change, isNew } = editor;
  const changed = (key: keyof typeof form) => !isNew && editor.changed.has(key);
  const verdict = triggerVerdict(editor, preview);
  return (
    <>
      <div className={styles.row}>
        <span aria-hidden="true">Trigger{changed("kind") && <span className={styles.dot} />}</span>
        <Segment
          label={changed("kind") ? "Trigger, changed" : "Trigger"}
          value={form.kind}
          options={kinds}
          onChange={(kind) => change({ kind })}
          readOnly={readOnly}
        />
      </div>
      {form.kind === "cron" && (
        <>
          <TextField
            label="Cron"
            mono
            value={form.cron}
            onChange={(cron) => change({ cron })}
            changed={changed("cron")}
            verdict={verdict}
            readOnly={readOnly}
            end={!readOnly && <CronPresets onChoose={(cron) => change({ cron })} />}
          />
          {preview.answer !== null && preview.answer.fields.length > 0 && (
            <ul
              className={`${styles.cronFields} ${styles.under}`}
              aria-label="Fields of the expression"
              data-old={!preview.isCurrent || undefined}
            >
              {preview.answer.fields.map(({ label, text, meaning }) => (
                <li key={label} title={`${label}: ${meaning}`}>
                  <code>{text}</code>
                  <span>{meaning === text ? label : meaning}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {form.kind === "interval" && (
        <div className={styles.pair}>
          <TextField
            label="Every"
            icon={Hash}
            inputMode="numeric"
            value={form.every}
            onChange={(every) => change({ every })}
            changed={changed("every") || changed("unit")}
            verdict={verdict}
            note={isNew ? "Counted from now, exactly." : "Counted from its anchor, exactly."}
            readOnly={readOnly}
          />
          <Select
            label="Unit"
            layout="hidden"
            value={form.unit}
            options={UNITS}
            onChange={(unit) => change({ unit })}
            readOnly={readOnly}
          />
        </div>
      )}
      {form.kind === "once" && (
        <TextField
          label="At"
          type="datetime-local"
          value={form.once}
          onChange={(once) => change({ once })}
          changed={changed("once")}
          verdict={verdict}
          readOnly={readOnly}
        />
      )}
      {form.kind === "once" && (preview.hasPassed || form.runAtOnce) && (
        <div className={styles.under}>
          <Checkbox
            label="The time has passed: run it at once"
            checked={form.runAtOnce}
            onChange={(runAtOnce) => change({ runAtOnce })}
          />
        </div>
      )}
      {(form.kind === "cron" || form.kind === "once") && (
        <ZoneField
          value={form.zone}
          onChange={(zone) => change({ zone })}
          changed={changed("zone")}
          preview={preview}
          refusal={zoneRefusal(editor, preview)}
          readOnly={readOnly}
        />
      )}
    </>
  );
}

const ZONE = "trigger.zone";

function zoneRefusal({ refusals }: EditorState, { refusal }: Preview): string | undefined {
  return refusals[ZONE] ?? (refusal?.field === ZONE ? refusal.message : undefined);
}

/** The judgement on what is written now: of the last save, else of the running preview. */
function triggerVerdict({ form, refusals }: EditorState, preview: Preview): Verdict | undefined {
  const refused = Object.entries(refusals).find(
    ([field]) => field.startsWith("trigger.") && field !== ZONE,
  );
  if (refused) return { tone: "bad", word: "Not valid", sentence: refused[1] };
  if (preview.refusal) {
    const { field, message } = preview.refusal;
    if (field === null || field === ZONE) return undefined;
    return { tone: "bad", word: "Not valid", sentence: message };
  }
  if (form.kind === "interval" && !/^\d+$/.test(form.every)) {
    return { tone: "bad", sentence: "Write a whole number of 1 or more." };
  }
  if (preview.isChecking) return { tone: "checking" };
  if (!preview.isCurrent || preview.answer === null) return undefined;
  const { floor } = preview.answer;
  if (floor && !floor.kept) return { tone: "warn", word: "Too often", sentence: floor.sentence };
  if (preview.hasPassed) return { tone: "warn", word: "Has passed" };
  if (preview.answer.fires.length === 0) return { tone: "warn", word: "Never fires" };
  return { tone: "ok", word: "Valid" };
}
