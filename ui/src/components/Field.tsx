import { Field as Base } from "@base-ui/react/field";
import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Field.module.css";

/** What checking a value found; the word stands inside the control, the sentence below it. */
export interface Verdict {
  tone: "ok" | "warn" | "bad" | "checking";
  /** Two words at most: "Valid", "Too often", "Minute 75". */
  word?: string;
  sentence?: string;
}

export interface FieldProps {
  label: string;
  /** Row: label in a column at the left. Stack: above. Inside: muted within the control. */
  layout?: "row" | "stack" | "inside" | "hidden";
  /** Marks an unsaved change, for eyes and for screen readers. */
  changed?: boolean;
  note?: ReactNode;
  /** At the right of the note: "118 of 2,000". */
  counter?: string;
  verdict?: Verdict;
}

interface FrameProps extends FieldProps {
  children: ReactNode;
}

/** Label, note and verdict around one control; Base UI ties them to it. */
export function FieldFrame(props: FrameProps) {
  const { label, layout = "row", changed, note, counter, verdict, children } = props;
  const below = note !== undefined || counter !== undefined;
  return (
    <Base.Root className={styles.field} data-layout={layout} invalid={verdict?.tone === "bad"}>
      <Base.Label className={layout === "hidden" ? "visually-hidden" : styles.label}>
        {label}
        {changed && (
          <span className={styles.changed}>
            <span className="visually-hidden">, changed</span>
          </span>
        )}
      </Base.Label>
      <div className={styles.body}>
        {children}
        {verdict?.sentence && (
          <Base.Error match className={styles.sentence} data-tone={verdict.tone}>
            {verdict.sentence}
          </Base.Error>
        )}
        {below && (
          <div className={styles.below}>
            <Base.Description className={styles.note}>{note}</Base.Description>
            {counter && <span className={styles.counter}>{counter}</span>}
          </div>
        )}
      </div>
    </Base.Root>
  );
}

const marks = { ok: CircleCheck, warn: TriangleAlert, bad: CircleX, checking: LoaderCircle };

export function VerdictMark({ verdict }: { verdict: Verdict | undefined }) {
  if (verdict === undefined || (verdict.word === undefined && verdict.tone === "ok")) return null;
  const Icon = marks[verdict.tone];
  return (
    <span className={styles.verdict} data-tone={verdict.tone}>
      <Icon size={14} aria-hidden />
      {verdict.word ?? (verdict.tone === "checking" ? "checking" : null)}
    </span>
  );
}
