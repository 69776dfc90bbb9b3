import type { TenantRow } from "@/backend";
import { JsonEditor } from "@/components/JsonEditor";
import { Select } from "@/components/Select";
import { Switch } from "@/components/Switch";
import { TextArea } from "@/components/TextArea";
import { TextField } from "@/components/TextField";
import { count } from "@/components/time";
import { misfires, overlaps } from "../policies";
import { DefinitionField } from "./DefinitionField";
import { DestinationFields } from "./DestinationFields";
import styles from "./Editor.module.css";
import { TriggerFields } from "./TriggerFields";
import type { EditorState } from "./useEditor";
import type { Preview } from "./usePreview";

/** Longest instruction, in characters (product.md, section 8). */
const INSTRUCTION_LIMIT = 2_000;

interface Props {
  editor: EditorState;
  preview: Preview;
  /** To choose from, for a new routine only. */
  tenants: readonly TenantRow[];
  readOnly: boolean;
}

export function EditorForm({ editor, preview, tenants, readOnly }: Props) {
  const { form, change, refusals, isNew } = editor;
  const changed = (key: keyof typeof form) => !isNew && editor.changed.has(key);
  const verdict = (field: string) =>
    refusals[field] ? { tone: "bad" as const, sentence: refusals[field] } : undefined;
  return (
    <div className={styles.form}>
      {tenants.length > 1 && (
        <Select
          label="Tenant"
          value={form.tenantId}
          options={tenants.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(tenantId) => change({ tenantId, definitionId: null })}
          verdict={verdict("tenant_id")}
        />
      )}
      <TextField
        label="Name"
        value={form.name}
        onChange={(name) => change({ name })}
        changed={changed("name")}
        verdict={verdict("name")}
        readOnly={readOnly}
        autoFocus={isNew}
      />
      <TextArea
        label="Instruction"
        value={form.instruction}
        onChange={(instruction) => change({ instruction })}
        changed={changed("instruction")}
        verdict={verdict("instruction") ?? tooLong(form.instruction)}
        note="What one firing should do. No schedule words here."
        counter={`${count([...form.instruction].length)} of ${count(INSTRUCTION_LIMIT)}`}
        readOnly={readOnly}
      />
      <div className={styles.rule} />
      <TriggerFields editor={editor} preview={preview} readOnly={readOnly} />
      <Select
        label="If late"
        value={form.misfire}
        options={misfires}
        onChange={(misfire) => change({ misfire })}
        changed={changed("misfire")}
        readOnly={readOnly}
      />
      <Select
        label="If still running"
        value={form.overlap}
        options={overlaps}
        onChange={(overlap) => change({ overlap })}
        changed={changed("overlap")}
        readOnly={readOnly}
      />
      <div className={styles.rule} />
      <DefinitionField
        key={form.tenantId}
        tenantId={form.tenantId}
        value={form.definitionId}
        onChange={(definitionId) => change({ definitionId })}
        changed={changed("definitionId")}
        verdict={verdict("definition_id")}
        readOnly={readOnly}
      />
      <JsonEditor
        label="Input"
        value={form.input}
        onChange={(input) => change({ input })}
        changed={changed("input")}
        refusal={refusals.input}
        readOnly={readOnly}
      />
      <DestinationFields editor={editor} changed={changed} verdict={verdict} readOnly={readOnly} />
      <div className={styles.row}>
        <span aria-hidden="true">On{changed("enabled") && <span className={styles.dot} />}</span>
        <span>
          <Switch
            label={changed("enabled") ? "On, changed" : "On"}
            checked={form.enabled}
            onChange={(enabled) => change({ enabled })}
            lockedReason={readOnly ? "This connection is read-only." : undefined}
          />
        </span>
      </div>
    </div>
  );
}

function tooLong(instruction: string) {
  const over = [...instruction].length - INSTRUCTION_LIMIT;
  if (over <= 0) return undefined;
  return { tone: "bad" as const, sentence: `${count(over)} characters too long.` };
}
