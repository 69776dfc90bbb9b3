import { useState } from "react";
import { useWrite } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { TextField } from "@/components/TextField";

/** A new file with a clock of its own; it is opened at once. */
export function SandboxDialog({ onClose }: { onClose: () => void }) {
  const create = useWrite("createSandbox");
  const [path, setPath] = useState("");
  const [tenant, setTenant] = useState("Sandbox");
  const refused = create.error;
  const verdict = (field: string) =>
    refused?.field === field ? { tone: "bad" as const, sentence: refused.message } : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Make a sandbox and open it?"
      confirm={{
        label: "Make a sandbox",
        busy: create.isPending,
        disabledReason: path.trim() === "" ? "Name a file." : undefined,
        onConfirm: () => create.mutate([{ path, tenant }], { onSuccess: onClose }),
      }}
    >
      <p>A new SQLite file. Its clock can be moved, and faults can be had on purpose.</p>
      <TextField
        label="New file"
        layout="stack"
        value={path}
        onChange={setPath}
        verdict={verdict("path")}
        autoFocus
      />
      <TextField
        label="First tenant"
        layout="stack"
        value={tenant}
        onChange={setTenant}
        verdict={verdict("tenant")}
      />
      {refused && !refused.field && <p role="alert">{refused.message}</p>}
    </Dialog>
  );
}
