import { FileInput } from "lucide-react";
import { useState } from "react";
import { failure, type ImportReport, useConnection, useWrite } from "@/backend";
import { Button } from "@/components/Button";
import { ErrorBand } from "@/components/ErrorBand";
import { FilePick } from "@/components/FilePick";
import { Sheet } from "@/components/Sheet";
import { Switch } from "@/components/Switch";
import { count } from "@/components/time";
import styles from "./Exchange.module.css";
import { ImportItems, summary } from "./ImportItems";

/** A file, what it would do here, and then what it did. Nothing is written before Apply. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const { name, readOnlyReason } = useConnection();
  const [text, setText] = useState<string | null>(null);
  const [overwrite, setOverwrite] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  const preview = useWrite("previewImport");
  const apply = useWrite("applyImport");
  const busy = preview.isPending || apply.isPending;
  const look = (next: string, over: boolean) => {
    setText(next);
    setOverwrite(over);
    apply.reset();
    preview.mutate([{ text: next, overwrite: over, seal: null }], {
      onSuccess: setReport,
      onError: () => setReport(null),
    });
  };
  const write = () =>
    text !== null &&
    report &&
    apply.mutate([{ text, overwrite, seal: report.seal }], { onSuccess: setReport });
  const error = apply.error ?? preview.error;
  const writes = report ? report.created + report.updated : 0;
  const held = readOnlyReason ?? (writes === 0 ? "There is nothing to write." : undefined);
  return (
    <Sheet
      open
      onClose={busy ? () => {} : onClose}
      title={`Import into ${name}`}
      detail="A file of Export or of routinectl export, JSON or YAML"
      footer={
        <>
          <span className={styles.said} role="status">
            {report && summary(report)}
          </span>
          <Button tone="quiet" onClick={onClose}>
            {report?.applied ? "Close" : "Cancel"}
          </Button>
          {report && !report.applied && (
            <Button tone="primary" busy={apply.isPending} disabledReason={held} onClick={write}>
              Apply {count(writes)} {writes === 1 ? "change" : "changes"}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.import}>
        {!report?.applied && (
          <FilePick
            label="Choose a file…"
            icon={FileInput}
            accept=".yaml,.yml,.json"
            busy={preview.isPending}
            onPick={(picked) => look(picked, overwrite)}
          />
        )}
        {error && (
          <ErrorBand
            title={apply.error ? "Nothing was imported." : "The file was not read."}
            onRetry={text === null ? undefined : () => look(text, overwrite)}
          >
            {failure(error).message}
          </ErrorBand>
        )}
        {text !== null && report && !report.applied && (report.conflicts > 0 || overwrite) && (
          <div className={styles.overwrite}>
            <Switch
              label="Overwrite what was changed since it was exported"
              checked={overwrite}
              onChange={(over) => look(text, over)}
            />
            <span aria-hidden="true">Overwrite what was changed since it was exported</span>
          </div>
        )}
        {report && <ImportItems report={report} />}
      </div>
    </Sheet>
  );
}
