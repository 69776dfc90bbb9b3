import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import type { LucideIcon } from "lucide-react";
import styles from "./Segment.module.css";

export interface SegmentOption<Value extends string> {
  value: Value;
  label: string;
  icon?: LucideIcon;
  /** A count that is not known yet is `null` and reads "-". */
  count?: string | null;
}

export interface SegmentProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly SegmentOption<Value>[];
  /** Views are the quiet tabs of a page head. */
  look?: "segment" | "views";
  /** 32 in forms, 24 in card heads. */
  size?: 24 | 32;
  readOnly?: boolean;
}

export function Segment<Value extends string>({
  label,
  value,
  onChange,
  options,
  look = "segment",
  size = 32,
  readOnly,
}: SegmentProps<Value>) {
  return (
    <RadioGroup
      className={styles.group}
      data-look={look}
      data-size={size}
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      readOnly={readOnly}
    >
      {options.map(({ value: option, label: text, icon: Icon, count }) => (
        <Radio.Root
          key={option}
          value={option}
          className={styles.option}
          nativeButton
          render={<button type="button" />}
        >
          {Icon && <Icon size={15} aria-hidden />}
          {text}
          {count !== undefined && <span className={styles.count}>{count ?? "-"}</span>}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
