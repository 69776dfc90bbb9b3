import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { backend, type ConnectionReport, failure, useWrite } from "@/backend";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { TextField } from "@/components/TextField";
import { Checks } from "./Checks";
import styles from "./Connect.module.css";

export type Engine = "sqlite" | "postgres";

const forms = {
  postgres: {
    title: "Connect to PostgreSQL",
    label: "Address",
    example: "postgres://user@host:5432/database",
    note: "A password in the address is taken out and kept apart.",
  },
  sqlite: {
    title: "Open a SQLite file",
    label: "File",
    example: "/path/to/routines.db",
    note: "A file that does not exist yet is made when it is opened.",
  },
};

interface ConnectDialogProps {
  engine: Engine;
  onClose: () => void;
}

/** Tests a database without changing anything, then opens it. */
export function ConnectDialog({ engine, onClose }: ConnectDialogProps) {
  const { title, label, example, note } = forms[engine];
  const navigate = useNavigate();
  const [url, setUrl] = useState("");
  const [password, setPassword] = useState("");
  const [testing, setTesting] = useState(false);
  const [report, setReport] = useState<ConnectionReport | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const open = useWrite("openConnection");

  const request = { url: url.trim(), password: password === "" ? null : password };
  const missing = request.url === "" ? `Write ${label.toLowerCase()} first.` : undefined;
  const why = open.error?.message ?? refused;

  async function test() {
    setTesting(true);
    setRefused(null);
    open.reset();
    try {
      setReport(await backend().testConnection(request));
    } catch (thrown) {
      setReport(null);
      setRefused(failure(thrown).message);
    } finally {
      setTesting(false);
    }
  }

  const confirm = () =>
    open.mutate([request], {
      onSuccess: () => {
        onClose();
        void navigate({ to: "/connections" });
      },
    });
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text);
    setReport(null);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      confirm={{
        label: "Open",
        busy: open.isPending,
        disabledReason: missing,
        onConfirm: confirm,
      }}
      footnote={
        <Button busy={testing} disabledReason={missing} onClick={() => void test()}>
          Test
        </Button>
      }
    >
      <div className={styles.form}>
        <TextField
          label={label}
          mono
          value={url}
          placeholder={example}
          note={note}
          onChange={edit(setUrl)}
        />
        {engine === "postgres" && (
          <TextField
            label="Password"
            type="password"
            value={password}
            note="Kept in the system keychain once it has worked. Leave it empty for PGPASSWORD or .pgpass."
            onChange={edit(setPassword)}
          />
        )}
        {why && (
          <Banner tone="bad" title="It could not be opened.">
            {why}
          </Banner>
        )}
        {report && <Checks report={report} />}
      </div>
    </Dialog>
  );
}
