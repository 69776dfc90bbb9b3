import { Checkbox } from "@/components/Checkbox";
import type { Verdict } from "@/components/Field";
import { TextArea } from "@/components/TextArea";
import { TextField, type TextFieldProps } from "@/components/TextField";
import { type LauncherForm, namesProgram } from "./launcherForm";
import styles from "./NewDefinition.module.css";

interface Props {
  form: LauncherForm;
  change: (part: Partial<LauncherForm>) => void;
  verdict: (field: string) => Verdict | undefined;
}

export function LauncherFields({ form, change, verdict }: Props) {
  const field = (
    key: Exclude<keyof LauncherForm, "kind" | "repeatable">,
    name: string,
    rest: Partial<TextFieldProps> & { label: string },
  ) => (
    <TextField
      layout="stack"
      {...rest}
      value={form[key]}
      onChange={(text) => change({ [key]: text })}
      verdict={verdict(name)}
    />
  );
  const start = (
    <>
      <TextArea
        label="Arguments"
        layout="stack"
        value={form.args}
        onChange={(args) => change({ args })}
        verdict={verdict("args")}
        note="One a line. No shell reads them."
      />
      <div className={styles.numbers}>
        {field("timeLimit", "time_limit_seconds", {
          label: "Time limit, seconds",
          inputMode: "numeric",
        })}
        <Checkbox
          label="May be started again when it may have started"
          checked={form.repeatable}
          onChange={(repeatable) => change({ repeatable })}
        />
      </div>
    </>
  );
  if (form.kind === "http") {
    return (
      <>
        {field("url", "url", { label: "URL", placeholder: "https://", type: "url" })}
        {field("secretName", "secret_name", {
          label: "Secret name",
          note: "The name under which the worker knows the secret, never its value. May be empty.",
        })}
        {field("program", "program", {
          label: "Program the hub starts",
          mono: true,
          note: "For a hub that starts commands; other hubs do not look at it. May be empty.",
        })}
        {namesProgram(form) && start}
      </>
    );
  }
  if (form.kind === "command") {
    return (
      <>
        {field("program", "program", { label: "Program", mono: true })}
        {start}
      </>
    );
  }
  return (
    <div className={styles.numbers}>
      {field("succeeds", "succeeds", { label: "Succeeds, weight", inputMode: "numeric" })}
      {field("fails", "fails", { label: "Fails, weight", inputMode: "numeric" })}
      {field("refuses", "refuses", { label: "Refuses, weight", inputMode: "numeric" })}
      {field("durationMs", "duration_ms", { label: "Takes, ms", inputMode: "numeric" })}
    </div>
  );
}
