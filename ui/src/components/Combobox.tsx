import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown, type LucideIcon } from "lucide-react";
import { FieldFrame, type FieldProps, VerdictMark } from "./Field";
import styles from "./Field.module.css";
import popup from "./popup.module.css";
import type { Option } from "./Select";

export interface ComboboxProps extends FieldProps {
  value: string | null;
  onChange: (value: string) => void;
  options: readonly Option[];
  placeholder?: string;
  icon?: LucideIcon;
  /** Said when nothing matches: "No zone matches." */
  emptyText: string;
  readOnly?: boolean;
}

/** A long list narrowed by typing: zones, routines, definitions. Searches label and detail. */
export function Combobox({
  value,
  onChange,
  options,
  placeholder,
  icon: Icon,
  emptyText,
  readOnly,
  ...field
}: ComboboxProps) {
  // A stored value that this desktop does not know is kept, and shown as it is.
  const chosen =
    value === null
      ? null
      : (options.find((option) => option.value === value) ?? { value, label: value });
  return (
    <FieldFrame {...field}>
      <Base.Root
        items={options}
        value={chosen}
        onValueChange={(next) => next !== null && onChange(next.value)}
        isItemEqualToValue={(item, current) => item.value === current.value}
        filter={(item: Option, query) => contains(`${item.label} ${item.detail ?? ""}`, query)}
        limit={200}
        readOnly={readOnly}
        autoHighlight
      >
        <Base.InputGroup
          className={styles.box}
          data-verdict={field.verdict?.tone}
          data-read-only={readOnly || undefined}
        >
          {Icon && <Icon size={15} aria-hidden />}
          <Base.Input className={styles.control} placeholder={placeholder} spellCheck={false} />
          {chosen?.detail && <span className={styles.detail}>{chosen.detail}</span>}
          <VerdictMark verdict={field.verdict} />
          <Base.Trigger aria-label="Open the list" tabIndex={-1}>
            <ChevronsUpDown size={13} aria-hidden />
          </Base.Trigger>
        </Base.InputGroup>
        <Base.Portal>
          <Base.Positioner className={popup.layer} sideOffset={4}>
            <Base.Popup className={popup.popup}>
              <Base.Empty className={popup.empty}>{emptyText}</Base.Empty>
              <Base.List>
                {(option: Option) => (
                  <Base.Item key={option.value} value={option} className={popup.item}>
                    <span className={popup.text}>
                      {option.label}
                      {option.detail && <span className={styles.detail}>{option.detail}</span>}
                    </span>
                    <Base.ItemIndicator className={popup.check}>
                      <Check size={14} aria-hidden />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FieldFrame>
  );
}

/** Every word of the query must occur; "_" in zone names reads as a space. */
function contains(text: string, query: string): boolean {
  const plain = (value: string) => value.toLowerCase().replaceAll("_", " ");
  const hay = plain(text);
  return plain(query)
    .split(/\s+/)
    .every((word) => hay.includes(word));
}
