import { Field as Base } from "@base-ui/react/field";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { FieldFrame, type FieldProps, VerdictMark } from "./Field";
import styles from "./Field.module.css";

type Native = Omit<ComponentProps<"input">, "value" | "defaultValue" | "onChange" | "size">;

export interface TextFieldProps extends FieldProps, Native {
  value: string;
  onChange: (value: string) => void;
  /** For cron, keys and codes. */
  mono?: boolean;
  small?: boolean;
  icon?: LucideIcon;
  /** At the right end, such as key caps. */
  end?: ReactNode;
}

export function TextField({
  label,
  layout,
  changed,
  note,
  counter,
  verdict,
  value,
  onChange,
  mono,
  small,
  icon: Icon,
  end,
  className,
  ...native
}: TextFieldProps) {
  return (
    <FieldFrame {...{ label, layout, changed, note, counter, verdict }}>
      <div
        className={[styles.box, className].filter(Boolean).join(" ")}
        data-size={small ? "small" : undefined}
        data-verdict={verdict?.tone}
        data-read-only={native.readOnly || undefined}
        data-disabled={native.disabled || undefined}
      >
        {Icon && <Icon size={15} aria-hidden />}
        <Base.Control
          autoComplete="off"
          spellCheck={false}
          {...native}
          className={styles.control}
          data-mono={mono || undefined}
          value={value}
          onValueChange={(text) => onChange(text)}
        />
        <VerdictMark verdict={verdict} />
        {end}
      </div>
    </FieldFrame>
  );
}
