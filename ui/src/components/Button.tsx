import { LoaderCircle, type LucideIcon } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./Button.module.css";
import { Kbd } from "./Kbd";
import { Tooltip } from "./Tooltip";

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  tone?: "primary" | "plain" | "danger" | "quiet";
  /** Height in pixels: 24 in rows and bands, 28 in bars, 34 for the one action of a page. */
  size?: 24 | 28 | 34;
  icon?: LucideIcon;
  /** Drawn as key caps after the label. */
  keys?: string;
  /** The action is under way: the spinner takes the icon's place and clicks do nothing. */
  busy?: boolean;
  /** Why it cannot be pressed. The button stays focusable so that the reason can be read. */
  disabledReason?: string;
  children?: ReactNode;
}

export function Button({
  tone = "plain",
  size = 28,
  icon: Icon,
  keys,
  busy = false,
  disabledReason,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const disabled = disabledReason !== undefined;
  const iconSize = size === 24 ? 13 : 15;
  const button = (
    <button
      type="button"
      {...rest}
      className={[styles.button, className].filter(Boolean).join(" ")}
      data-tone={tone}
      data-size={size}
      data-icon-only={children === undefined || undefined}
      aria-disabled={disabled || busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabled ? reasonId : rest["aria-describedby"]}
      onClick={(event) => {
        if (disabled || busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (
        <LoaderCircle className={styles.spinner} size={iconSize} aria-hidden />
      ) : (
        Icon && <Icon size={iconSize} strokeWidth={1.75} aria-hidden />
      )}
      {children}
      {keys && <Kbd joined keys={keys} onSolid={tone === "primary"} />}
      {disabled && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </button>
  );
  return disabled ? <Tooltip content={disabledReason}>{button}</Tooltip> : button;
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "icon" | "aria-label"> {
  icon: LucideIcon;
  /** Says what the picture means, to screen readers and in the tooltip. */
  label: string;
}

export function IconButton({ label, tone = "quiet", ...rest }: IconButtonProps) {
  const button = <Button {...rest} tone={tone} aria-label={label} />;
  return rest.disabledReason === undefined ? <Tooltip content={label}>{button}</Tooltip> : button;
}
