import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown, type LucideIcon } from "lucide-react";
import { FieldFrame, type FieldProps, VerdictMark } from "./Field";
import styles from "./Field.module.css";
import popup from "./popup.module.css";

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** Muted, after the label: "up to 6 h late". */
  detail?: string;
}

export interface SelectProps<Value extends string> extends FieldProps {
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
  placeholder?: string;
  icon?: LucideIcon;
  small?: boolean;
  readOnly?: boolean;
}

export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder = "Choose",
  icon: Icon,
  small,
  readOnly,
  ...field
}: SelectProps<Value>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <FieldFrame {...field}>
      <Base.Root
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        items={options}
        readOnly={readOnly}
        modal={false}
      >
        <Base.Trigger
          className={styles.box}
          data-size={small ? "small" : undefined}
          data-verdict={field.verdict?.tone}
          data-read-only={readOnly || undefined}
        >
          {Icon && <Icon size={15} aria-hidden />}
          <span className={styles.value}>
            {/* A stored value that is no longer offered stays visible. */}
            <Base.Value>{chosen?.label ?? value ?? placeholder}</Base.Value>
            {chosen?.detail && <span className={styles.detail}>{chosen.detail}</span>}
          </span>
          <VerdictMark verdict={field.verdict} />
          <ChevronsUpDown size={13} aria-hidden />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className={popup.layer} sideOffset={4} alignItemWithTrigger={false}>
            <Base.Popup className={popup.popup}>
              <Base.List>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className={popup.item}>
                    <span className={popup.text}>
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {option.detail && <span className={styles.detail}>{option.detail}</span>}
                    </span>
                    <Base.ItemIndicator className={popup.check}>
                      <Check size={14} aria-hidden />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FieldFrame>
  );
}
