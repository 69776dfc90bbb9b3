import { Field as Base } from "@base-ui/react/field";
import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps } from "./Field";
import styles from "./Field.module.css";

type Native = Omit<ComponentProps<"textarea">, "value" | "defaultValue" | "onChange">;

export interface TextAreaProps extends FieldProps, Native {
  value: string;
  onChange: (value: string) => void;
}

export function TextArea({
  label,
  layout,
  changed,
  note,
  counter,
  verdict,
  value,
  onChange,
  rows = 2,
  ...native
}: TextAreaProps) {
  return (
    <FieldFrame {...{ label, layout, changed, note, counter, verdict }}>
      <div
        className={styles.box}
        data-verdict={verdict?.tone}
        data-read-only={native.readOnly || undefined}
      >
        <Base.Control
          className={styles.control}
          value={value}
          onValueChange={(text) => onChange(text)}
          render={<textarea rows={rows} {...native} />}
        />
      </div>
    </FieldFrame>
  );
}
