import { X } from "lucide-react";
import styles from "./Chip.module.css";

interface ChipProps {
  /** What the list is narrowed to: "Tenant: 4 of 6". */
  children: string;
  onRemove: () => void;
}

/** An active filter; pressing it takes the filter away. */
export function Chip({ children, onRemove }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      onClick={onRemove}
      aria-label={`${children}, remove this filter`}
    >
      {children}
      <X size={13} aria-hidden />
    </button>
  );
}
