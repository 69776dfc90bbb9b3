import { Switch as Base } from "@base-ui/react/switch";
import { useId } from "react";
import styles from "./Switch.module.css";
import { Tooltip } from "./Tooltip";

export interface SwitchProps {
  /** What is switched, for screen readers: "Supplier price watch on". */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  busy?: boolean;
  /** Why it cannot be switched now; it stays focusable. */
  lockedReason?: string;
}

export function Switch({ label, checked, onChange, busy, lockedReason }: SwitchProps) {
  const reasonId = useId();
  const locked = lockedReason !== undefined;
  const control = (
    <Base.Root
      className={styles.track}
      checked={checked}
      onCheckedChange={(next) => onChange(next)}
      readOnly={locked || busy}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-describedby={locked ? reasonId : undefined}
      data-busy={busy || undefined}
      data-locked={locked || undefined}
    >
      <Base.Thumb className={styles.thumb} />
    </Base.Root>
  );
  if (!locked) return control;
  return (
    <>
      <Tooltip content={lockedReason}>{control}</Tooltip>
      <span id={reasonId} hidden>
        {lockedReason}
      </span>
    </>
  );
}
