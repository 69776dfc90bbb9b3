import { useState } from "react";
import { type ExchangeFormat, failure, type SavedExport, useConnection, useWrite } from "@/backend";
import { Banner } from "@/components/Banner";
import { Dialog } from "@/components/Dialog";
import { Segment } from "@/components/Segment";
import { count } from "@/components/time";
import styles from "./Exchange.module.css";
import type { Subject } from "./useExchange";

const formats: { value: ExchangeFormat; label: string }[] = [
  { value: "yaml", label: "YAML" },
  { value: "json", label: "JSON" },
];

/** Which format, then where the file is and what to know before it is passed on. */
export function ExportDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const { name } = useConnection();
  const [format, setFormat] = useState<ExchangeFormat>("yaml");
  const [saved, setSaved] = useState<SavedExport | null>(null);
  const write = useWrite("exportToFile");
  const run = () =>
    write.mutate([{ choice: subject.choice, format }], { onSuccess: (file) => setSaved(file) });
  if (saved) return <Saved saved={saved} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Export ${subject.words} of ${name}?`}
      confirm={{ label: "Export", busy: write.isPending, onConfirm: run }}
    >
      <p>
        One file in your downloads, with the routines and the definitions they run. No history, and
        secrets by name only.
      </p>
      <Segment label="Format" value={format} options={formats} onChange={setFormat} />
      {write.error && (
        <p role="alert" className={styles.refused}>
          {failure(write.error).message}
        </p>
      )}
    </Dialog>
  );
}

function Saved({ saved, onClose }: { saved: SavedExport; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Exported">
      <p>
        {parts(saved.routines, "routine")}, {parts(saved.definitions, "definition")} of{" "}
        {parts(saved.tenants, "tenant")} are in
      </p>
      <p>
        <code className={styles.path}>{saved.file}</code>
      </p>
      {saved.notes.map((note) => (
        <Banner key={note} tone="warn" title="Look before you pass it on.">
          {note}
        </Banner>
      ))}
    </Dialog>
  );
}

export function parts(number: number, noun: string): string {
  return `${count(number)} ${number === 1 ? noun : `${noun}s`}`;
}
