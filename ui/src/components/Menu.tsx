import { Menu as Base } from "@base-ui/react/menu";
import { Check, type LucideIcon } from "lucide-react";
import { Fragment, type ReactElement } from "react";
import { Kbd } from "./Kbd";
import styles from "./popup.module.css";

export interface MenuAction {
  label: string;
  onSelect: () => void;
  icon?: LucideIcon;
  detail?: string;
  keys?: string;
  tone?: "plain" | "danger";
  disabledReason?: string;
}

export interface MenuChoice {
  /** Heading of a group of which one is chosen. */
  choose: string;
  value: string;
  options: readonly { value: string; label: string; detail?: string }[];
  onChange: (value: string) => void;
}

/** One of several that may hold at once; the menu stays open. */
export interface MenuCheck {
  check: string;
  checked: boolean;
  onToggle: (checked: boolean) => void;
  icon?: LucideIcon;
}

export type MenuEntry = MenuAction | MenuChoice | MenuCheck | "rule";

interface MenuProps {
  /** The button that opens it; one element that accepts a ref. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: "start" | "end";
}

export function Menu({ trigger, entries, align = "start" }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.layer} align={align} sideOffset={4}>
          <Base.Popup className={styles.popup}>
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other identity
              <Fragment key={index}>
                {entry === "rule" ? (
                  <Base.Separator className={styles.rule} />
                ) : "check" in entry ? (
                  <CheckItem entry={entry} />
                ) : "choose" in entry ? (
                  <Choice entry={entry} />
                ) : (
                  <Action entry={entry} />
                )}
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Action({ entry }: { entry: MenuAction }) {
  const { label, onSelect, icon: Icon, detail, keys, tone, disabledReason } = entry;
  return (
    <Base.Item
      className={styles.item}
      data-tone={tone}
      disabled={disabledReason !== undefined}
      onClick={onSelect}
    >
      {Icon && <Icon size={15} aria-hidden />}
      <span className={styles.text}>{label}</span>
      {(disabledReason ?? detail) && (
        <span className={styles.detail}>{disabledReason ?? detail}</span>
      )}
      {keys && <Kbd keys={keys} />}
    </Base.Item>
  );
}

function CheckItem({ entry: { check, checked, onToggle, icon: Icon } }: { entry: MenuCheck }) {
  return (
    <Base.CheckboxItem
      className={styles.item}
      checked={checked}
      onCheckedChange={(next) => onToggle(next)}
    >
      {Icon && <Icon size={15} aria-hidden />}
      <span className={styles.text}>{check}</span>
      <span className={styles.check}>
        <Base.CheckboxItemIndicator>
          <Check size={14} aria-hidden />
        </Base.CheckboxItemIndicator>
      </span>
    </Base.CheckboxItem>
  );
}

function Choice({ entry }: { entry: MenuChoice }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.heading}>{entry.choose}</Base.GroupLabel>
      <Base.RadioGroup value={entry.value} onValueChange={(next) => entry.onChange(next)}>
        {entry.options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={styles.item}>
            <span className={styles.text}>{option.label}</span>
            {option.detail && <span className={styles.detail}>{option.detail}</span>}
            <span className={styles.check}>
              <Base.RadioItemIndicator>
                <Check size={14} aria-hidden />
              </Base.RadioItemIndicator>
            </span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}
