import { type ChangeEvent, useState } from "react";
import { type ProfilesImported, useWrite } from "@/backend";
import { Banner } from "@/components/Banner";
import { Dialog } from "@/components/Dialog";
import { TextArea } from "@/components/TextArea";
import styles from "./Connections.module.css";

/** Connections from the file of a colleague, or of another computer. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [done, setDone] = useState<ProfilesImported | null>(null);
  const write = useWrite("importProfiles");

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    if (file) setText(await file.text());
  }
  if (done) return <Outcome done={done} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import connections?"
      confirm={{
        label: "Import",
        busy: write.isPending,
        disabledReason:
          text.trim() === "" ? "Choose a file, or paste what stands in it." : undefined,
        onConfirm: () => write.mutate([text], { onSuccess: setDone }),
      }}
      footnote="A file holds no passwords."
    >
      <p>Each comes read-only, beside those that are here. None of them is opened.</p>
      <label className={styles.file}>
        File <input type="file" accept=".json,application/json" onChange={choose} />
      </label>
      <TextArea label="Text" layout="stack" rows={8} value={text} onChange={setText} />
      {write.error && (
        <Banner tone="bad" title="Nothing was imported.">
          {write.error.message}
        </Banner>
      )}
    </Dialog>
  );
}

function Outcome({ done, onClose }: { done: ProfilesImported; onClose: () => void }) {
  const { added, left_out: leftOut } = done;
  const noun = added.length === 1 ? "connection" : "connections";
  return (
    <Dialog open onClose={onClose} title={`Imported ${added.length} ${noun}`}>
      <ul>
        {added.map(({ id, details }) => (
          <li key={id}>{details.name}</li>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <Banner tone="warn" title="Some entries were left out.">
          {leftOut.join(" ")}
        </Banner>
      )}
    </Dialog>
  );
}
