import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import styles from "./Tooltip.module.css";

interface TooltipProps {
  content: ReactNode;
  /** Takes hover and focus; one element that accepts a ref. */
  children: ReactElement;
  side?: "top" | "bottom" | "left" | "right";
  disabled?: boolean;
}

export function Tooltip({ content, children, side = "top", disabled }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} delay={400} closeDelay={0} />
      <Base.Portal>
        <Base.Positioner className={styles.layer} side={side} sideOffset={6}>
          <Base.Popup className={styles.popup}>{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
