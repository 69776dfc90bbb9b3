import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reads, useConnection } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { ErrorBand } from "@/components/ErrorBand";
import { JsonEditor } from "@/components/JsonEditor";
import { parseJson } from "@/components/json";
import { type ActionDialog, closeWhenDone } from "./dialog";

/** One extra run with another input. The routine's own input stays as it is. */
export function InputDialog({ row, writes, busy, onClose }: ActionDialog) {
  const { name } = useConnection();
  const { data, error, refetch } = useQuery(reads.routine(row.id));
  const [changed, setChanged] = useState<string | null>(null);
  const text = changed ?? data?.input;
  const reason =
    text === undefined
      ? "The stored input has not been read yet."
      : parseJson(text).ok
        ? undefined
        : "The input is not JSON yet.";
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Run “${row.name}” now with changed input on ${name}?`}
      confirm={{
        label: "Run now",
        busy,
        disabledReason: reason,
        onConfirm: () => void closeWhenDone(writes.run(row, text ?? null), onClose),
      }}
      footnote="Only this run gets it. The schedule does not move."
    >
      {text !== undefined ? (
        <JsonEditor label="Input" layout="stack" value={text} onChange={setChanged} minRows={6} />
      ) : error ? (
        <ErrorBand title="The stored input could not be read." onRetry={() => void refetch()}>
          {error.message}
        </ErrorBand>
      ) : (
        <p>Reading the stored input…</p>
      )}
    </Dialog>
  );
}
