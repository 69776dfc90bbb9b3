import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import styles from "./Checkbox.module.css";

export interface CheckboxProps {
  label: string;
  checked: boolean;
  /** Some but not all. */
  indeterminate?: boolean;
  onChange: (checked: boolean) => void;
  /** In tables the label is only for screen readers. */
  labelHidden?: boolean;
  tabIndex?: number;
}

export function Checkbox(props: CheckboxProps) {
  const { label, checked, indeterminate, onChange, labelHidden, tabIndex } = props;
  const box = (
    <Base.Root
      className={styles.box}
      checked={checked}
      indeterminate={indeterminate}
      onCheckedChange={(next) => onChange(next)}
      aria-label={labelHidden ? label : undefined}
      tabIndex={tabIndex}
    >
      <Base.Indicator className={styles.mark}>
        {indeterminate ? (
          <Minus size={11} strokeWidth={3} aria-hidden />
        ) : (
          <Check size={11} strokeWidth={3} aria-hidden />
        )}
      </Base.Indicator>
    </Base.Root>
  );
  if (labelHidden) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI puts the native input inside
    <label className={styles.row}>
      {box}
      {label}
    </label>
  );
}
