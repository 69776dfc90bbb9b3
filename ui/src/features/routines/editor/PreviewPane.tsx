import { CircleCheck, CircleX, Clock, type LucideIcon, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNow, useZone } from "@/components/clock";
import { Segment } from "@/components/Segment";
import { absolute, date } from "@/components/time";
import { city } from "@/components/zone";
import { offsetText } from "../fireText";
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
  const now = useNow();
  const [shown, setShown] = useState<"own" | "utc">("own");
  const own = form.kind === "interval" ? viewer : form.zone;
  const { answer, isCurrent, isChecking, refusal } = preview;
  const change = answer?.next_clock_change;
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
            {answer.floor !== null ? (
              <Note icon={TriangleAlert} tone="warn">
                {answer.floor}
              </Note>
            ) : (
              answer.fires.length > 1 && (
                <Note icon={CircleCheck} tone="ok">
                  It keeps the shortest interval that the tenant allows.
                </Note>
              )
            )}
            {answer.warnings.map((warning) => (
              <Note key={warning} icon={TriangleAlert} tone="warn">
                {warning}
              </Note>
            ))}
            {change && form.kind === "cron" && (
              <Note icon={Clock}>
                Clocks go{" "}
                {change.offset_after_seconds < change.offset_before_seconds ? "back" : "forward"}{" "}
                <strong title={absolute(change.at, now, form.zone)}>
                  {date(change.at, now, form.zone)}
                </strong>
                , {offsetText(change.offset_before_seconds)} becomes{" "}
                {offsetText(change.offset_after_seconds)}.
              </Note>
            )}
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
