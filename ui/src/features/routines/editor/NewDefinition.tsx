import { useState } from "react";
import { failure, useWrite } from "@/backend";
import { Button } from "@/components/Button";
import { Segment } from "@/components/Segment";
import { TextField } from "@/components/TextField";
import { useToasts } from "@/components/Toast";
import { LauncherFields } from "./LauncherFields";
import { blankLauncher, type LauncherForm, launcherOf } from "./launcherForm";
import { launcherKinds } from "./launcherKinds";
import styles from "./NewDefinition.module.css";

interface Props {
  tenantId: string;
  onMade: (id: string) => void;
  onCancel: () => void;
}

/** A small form in place. The definition is stored at once, whether or not the routine is saved. */
export function NewDefinition({ tenantId, onMade, onCancel }: Props) {
  const create = useWrite("createDefinition");
  const toasts = useToasts();
  const [form, setForm] = useState(blankLauncher);
  const [refused, setRefused] = useState<{ field: string; message: string } | null>(null);
  const launcher = launcherOf(form);
  const change = (part: Partial<LauncherForm>) => {
    setForm((before) => ({ ...before, ...part }));
    setRefused(null);
  };
  const save = async () => {
    if (launcher === null) return;
    try {
      const made = await create.mutateAsync([{ tenant_id: tenantId, name: form.name, launcher }]);
      onMade(made.id);
    } catch (thrown) {
      const { field, message } = failure(thrown);
      if (field !== null) setRefused({ field, message });
      else toasts.refused(`Creating the definition ${form.name} failed.`, message);
    }
  };
  const verdict = (field: string) =>
    refused?.field === field ? { tone: "bad" as const, sentence: refused.message } : undefined;
  const reason =
    form.name.trim() === ""
      ? "Give the definition a name."
      : launcher === null
        ? "A number is not one yet."
        : undefined;
  return (
    <fieldset className={styles.form}>
      <legend>New definition</legend>
      <TextField
        label="Definition name"
        layout="stack"
        value={form.name}
        onChange={(name) => change({ name })}
        verdict={verdict("name")}
        autoFocus
      />
      <Segment
        label="Launcher"
        value={form.kind}
        options={launcherKinds}
        onChange={(kind) => change({ kind })}
      />
      <LauncherFields form={form} change={change} verdict={verdict} />
      <div className={styles.actions}>
        <Button size={24} tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size={24}
          busy={create.isPending}
          disabledReason={reason}
          onClick={() => void save()}
        >
          Create definition
        </Button>
      </div>
    </fieldset>
  );
}
