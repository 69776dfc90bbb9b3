import { Database, File } from "lucide-react";
import type { ReactNode } from "react";
import type { CommandFailure, TlsMode } from "@/backend";
import { Segment } from "@/components/Segment";
import { Select } from "@/components/Select";
import { TextField } from "@/components/TextField";
import { ColourField } from "./ColourField";
import styles from "./ProfileFields.module.css";
import { ProtectionField } from "./ProtectionField";
import { nameOf, type ProfileForm } from "./useProfileForm";

interface Props {
  form: ProfileForm;
  onChange: (part: Partial<ProfileForm>) => void;
  refusal: CommandFailure | null;
  /** The password's own row, between the address and the colour. */
  password: ReactNode;
}

const tlsModes: readonly { value: TlsMode; label: string; detail: string }[] = [
  { value: "disable", label: "Off", detail: "not encrypted" },
  { value: "prefer", label: "If possible", detail: "encrypted where the server can" },
  { value: "require", label: "Required", detail: "the server is not verified" },
  { value: "verify-ca", label: "Verified", detail: "signed by the certificate" },
  { value: "verify-full", label: "Verified with name", detail: "signed, and for this host" },
];

/** Everything about a connection but its password. */
export function ProfileFields({ form, onChange, refusal, password }: Props) {
  const { server } = form;
  const change = (part: Partial<ProfileForm["server"]>) =>
    onChange({ server: { ...server, ...part } });
  const verdict = (field: string) =>
    refusal?.field === field ? { tone: "bad" as const, sentence: refusal.message } : undefined;
  const badPort =
    /^\d{0,5}$/.test(server.port.trim()) && Number(server.port) <= 65_535
      ? undefined
      : { tone: "bad" as const, sentence: "A port is a number up to 65535." };
  return (
    <div className={styles.fields}>
      <TextField
        label="Name"
        value={form.name}
        placeholder={nameOf(form)}
        maxLength={120}
        verdict={verdict("name")}
        onChange={(name) => onChange({ name })}
      />
      <div className={styles.row}>
        <span className={styles.rowLabel}>Engine</span>
        <Segment
          label="Engine"
          value={form.engine}
          onChange={(engine) => onChange({ engine })}
          options={[
            { value: "sqlite", label: "SQLite file", icon: File },
            { value: "postgres", label: "PostgreSQL", icon: Database },
          ]}
        />
      </div>
      {form.engine === "sqlite" ? (
        <TextField
          label="File"
          mono
          value={form.file}
          placeholder="/path/to/routines.db"
          note="A file that does not exist yet is made when it is set up."
          verdict={verdict("file")}
          onChange={(file) => onChange({ file })}
        />
      ) : (
        <>
          <div className={styles.address}>
            <TextField
              label="Address"
              value={server.host}
              placeholder="db.example.org"
              verdict={verdict("host")}
              onChange={(host) => change({ host })}
            />
            <TextField
              label="Port"
              layout="hidden"
              inputMode="numeric"
              value={server.port}
              placeholder="5432"
              verdict={badPort ?? verdict("port")}
              onChange={(port) => change({ port })}
            />
          </div>
          <div className={styles.database}>
            <TextField
              label="Database"
              value={server.database}
              verdict={verdict("database")}
              onChange={(database) => change({ database })}
            />
            <TextField
              label="User"
              layout="hidden"
              value={server.user}
              placeholder="user"
              onChange={(user) => change({ user })}
            />
          </div>
          {password}
          <Select
            label="TLS"
            value={server.tls}
            options={tlsModes}
            onChange={(tls) => change({ tls })}
          />
          {server.tls.startsWith("verify") && (
            <TextField
              label="Certificate"
              mono
              value={server.certificate ?? ""}
              placeholder="/path/to/ca.pem"
              note="Whose signature the server must show. Left empty, those of this system are trusted."
              verdict={verdict("certificate")}
              onChange={(file) => change({ certificate: file === "" ? null : file })}
            />
          )}
        </>
      )}
      <ColourField value={form.colour} onChange={(colour) => onChange({ colour })} />
      <ProtectionField
        value={form.protection}
        onChange={(protection) => onChange({ protection })}
      />
    </div>
  );
}
