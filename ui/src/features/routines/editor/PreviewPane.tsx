import { CircleCheck, CircleX, Clock, type LucideIcon, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useZone } from "@/components/clock";
import { Segment } from "@/components/Segment";
import { city } from "@/components/zone";
import { FireTable } from "./FireTable";
import type { Form } from "./form";
import styles from "./Preview.module.css";
import type { Preview } from "./usePreview";

interface Props {
  form: Form;
  preview: Preview;
  /** What saving changes. */
  children: ReactNode;
}

/** The scheduler's own answer to what is written at the left. */
export function PreviewPane({ form, preview, children }: Props) {
  const viewer = useZone();
  const [shown, setShown] = useState<"own" | "utc">("own");
  const own = form.kind === "interval" ? viewer : form.zone;
  const { answer, isCurrent, isChecking, refusal } = preview;
  return (
    <div className={styles.preview}>
      <header className={styles.head}>
        <h3>{answer?.sentence ?? (isChecking ? "Working it out…" : "No fires to show")}</h3>
        {form.kind !== "manual" && own !== "UTC" && (
          <Segment
            label="Zone of the times"
            size={24}
            value={shown}
            onChange={setShown}
            options={[
              { value: "own", label: city(own) },
              { value: "utc", label: "UTC" },
            ]}
          />
        )}
      </header>
      <p className={styles.source} role="status">
        {isCurrent || answer === null
          ? "Worked out by the scheduler itself, not by this form."
          : isChecking
            ? "Checking what is written now."
            : "The last valid version; what is written now is not valid."}
      </p>
      {refusal && refusal.field === null && (
        <ul className={styles.notes}>
          <Note icon={CircleX} tone="bad">
            {refusal.message}
          </Note>
        </ul>
      )}
      {answer && (
        <div className={styles.answer} data-old={!isCurrent || undefined}>
          {answer.fires.length > 0 && (
            <FireTable answer={answer} zone={shown === "utc" ? "UTC" : own} of={form} />
          )}
          <ul className={styles.notes}>
            {form.kind !== "manual" && answer.fires.length === 0 && (
              <Note icon={TriangleAlert} tone="warn">
                It never fires again.
              </Note>
            )}
            {answer.floor && (
              <Note
                icon={answer.floor.kept ? CircleCheck : TriangleAlert}
                tone={answer.floor.kept ? "ok" : "warn"}
              >
                {answer.floor.sentence}
              </Note>
            )}
            {answer.warnings.map((warning) => (
              <Note key={warning} icon={TriangleAlert} tone="warn">
                {warning}
              </Note>
            ))}
            {answer.clock_notes.map((note) => (
              <Note key={note} icon={Clock}>
                {note}
              </Note>
            ))}
          </ul>
        </div>
      )}
      {children && (
        <section className={styles.saving}>
          <h3>What saving changes</h3>
          {children}
        </section>
      )}
    </div>
  );
}

interface NoteProps {
  icon: LucideIcon;
  tone?: "ok" | "warn" | "bad";
  children: ReactNode;
}

function Note({ icon: Icon, tone, children }: NoteProps) {
  return (
    <li data-tone={tone}>
      <Icon size={14} aria-hidden />
      <span>{children}</span>
    </li>
  );
}
