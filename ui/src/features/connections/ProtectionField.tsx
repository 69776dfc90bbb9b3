import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { useId } from "react";
import type { Protection } from "@/backend";
import { protections } from "@/components/protections";
import styles from "./ProfileFields.module.css";

interface Props {
  value: Protection;
  onChange: (level: Protection) => void;
}

const levels: readonly Protection[] = ["read_only", "confirm", "full"];

/** How far it may be changed. Only here can it be raised. */
export function ProtectionField({ value, onChange }: Props) {
  const titleId = useId();
  return (
    <div className={styles.protection}>
      <h3 id={titleId}>Protection</h3>
      <RadioGroup
        className={styles.levels}
        aria-labelledby={titleId}
        value={value}
        onValueChange={(next) => onChange(next as Protection)}
      >
        {levels.map((level) => {
          const { label, icon: Icon, says } = protections[level];
          return (
            <Radio.Root
              key={level}
              value={level}
              className={styles.choice}
              aria-label={label}
              aria-describedby={`${titleId}-${level}`}
              nativeButton
              render={<button type="button" />}
            >
              <span className={styles.radio} aria-hidden="true" />
              <span>
                <span className={styles.choiceName}>
                  <Icon size={14} aria-hidden />
                  {label}
                </span>
                <small id={`${titleId}-${level}`}>{says}</small>
              </span>
            </Radio.Root>
          );
        })}
      </RadioGroup>
    </div>
  );
}
