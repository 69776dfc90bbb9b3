import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Empty.module.css";

export interface EmptyProps {
  icon: LucideIcon;
  /** "No routines yet" */
  title: string;
  /** What it is and why there is none. */
  children: ReactNode;
  /** One primary action, and a second one at most. */
  actions?: ReactNode;
}

export function Empty({ icon: Icon, title, children, actions }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{children}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
