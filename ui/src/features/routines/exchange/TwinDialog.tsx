import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { failure, type Twin, useConnection, useWrite } from "@/backend";
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

function Made({ twin, onClose }: { twin: Twin; onClose: () => void }) {
  const navigate = useNavigate();
  const open = useWrite("openConnection");
  const enter = () =>
    open.mutate([{ url: twin.file, password: null }], {
      onSuccess: () => {
        onClose();
        void navigate({ to: "/routines" });
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title="The twin is made"
      confirm={{ label: "Open it", busy: open.isPending, onConfirm: enter }}
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
      {open.error && (
        <p role="alert" className={styles.refused}>
          {failure(open.error).message}
        </p>
      )}
    </Dialog>
  );
}
