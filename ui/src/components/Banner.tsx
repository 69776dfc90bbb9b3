import { CircleX, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Banner.module.css";

export interface BannerProps {
  tone: "warn" | "bad" | "plain";
  icon?: LucideIcon;
  /** One sentence, ends with a full stop. */
  title: string;
  children?: ReactNode;
  /** Buttons under the text. */
  actions?: ReactNode;
  /** Across a page, without rounded corners. */
  wide?: boolean;
}

const icons = { warn: TriangleAlert, bad: CircleX, plain: Info };

export function Banner({ tone, icon, title, children, actions, wide }: BannerProps) {
  const Icon = icon ?? icons[tone];
  return (
    <div
      className={styles.banner}
      data-tone={tone}
      data-wide={wide || undefined}
      role={tone === "bad" ? "alert" : "status"}
    >
      <Icon size={16} aria-hidden />
      <div className={styles.text}>
        <strong>{title}</strong> {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
