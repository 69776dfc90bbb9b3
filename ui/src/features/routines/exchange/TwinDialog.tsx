import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { failure, type ProfileDetails, type Twin, useConnection, useWrite } from "@/backend";
import { Dialog } from "@/components/Dialog";
import styles from "./Exchange.module.css";
import { parts } from "./ExportDialog";
import type { Subject } from "./useExchange";

/** A copy to try things on: what it is, then the file and the way into it. */
export function TwinDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const { name } = useConnection();
  const [twin, setTwin] = useState<Twin | null>(null);
  const write = useWrite("makeTwin");
  const run = () =>
    write.mutate([{ choice: subject.choice, file: null }], { onSuccess: (made) => setTwin(made) });
  if (twin) return <Made twin={twin} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Copy ${subject.words} of ${name} into a local twin?`}
      confirm={{ label: "Copy", busy: write.isPending, onConfirm: run }}
    >
      <p>
        A SQLite file of its own on this computer. Every launcher in it is simulated and secrets are
        left out, so whatever you try there reaches nothing real. {name} is only read.
      </p>
      {write.error && (
        <p role="alert" className={styles.refused}>
          {failure(write.error).message}
        </p>
      )}
    </Dialog>
  );
}

/** Nothing in it is anybody's: all may be changed. */
function profileOf(file: string): ProfileDetails {
  const name = file.split(/[\\/]/).at(-1) ?? file;
  return {
    name,
    place: { engine: "sqlite", file },
    colour: "umber",
    protection: "full",
  };
}

function Made({ twin, onClose }: { twin: Twin; onClose: () => void }) {
  const navigate = useNavigate();
  const save = useWrite("saveProfile");
  const open = useWrite("openProfile");
  const enter = async () => {
    try {
      const { id } = await save.mutateAsync([null, profileOf(twin.file), null]);
      await open.mutateAsync([id, null]);
      onClose();
      void navigate({ to: "/routines" });
    } catch {
      // The dialog shows it, and stays for another try.
    }
  };
  const error = save.error ?? open.error;
  return (
    <Dialog
      open
      onClose={onClose}
      title="The twin is made"
      confirm={{
        label: "Open it",
        busy: save.isPending || open.isPending,
        onConfirm: () => void enter(),
      }}
    >
      <p>
        {parts(twin.routines, "routine")}, {parts(twin.definitions, "definition")} of{" "}
        {parts(twin.tenants, "tenant")} are in
      </p>
      <p>
        <code className={styles.path}>{twin.file}</code>
      </p>
      {twin.left_out.length > 0 && (
        <ul className={styles.left}>
          {twin.left_out.map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className={styles.refused}>
          {failure(error).message}
        </p>
      )}
    </Dialog>
  );
}
