import { KeyRound } from "lucide-react";
import type { PasswordSource } from "@/backend";
import { TextField } from "@/components/TextField";
import styles from "./ProfileFields.module.css";

interface Props {
  /** Where it comes from now; unknown while it is tested. */
  source: PasswordSource | undefined;
  /** What is typed; null while the kept one is used. */
  value: string | null;
  onChange: (password: string | null) => void;
}

const sources: Record<PasswordSource, string> = {
  keychain: "in the keychain",
  typed: "asked at each start",
  elsewhere: "none, or from .pgpass",
};

/** A password is written, never shown: what is kept of it is said in words. */
export function PasswordField({ source, value, onChange }: Props) {
  if (value !== null || source === undefined) {
    return (
      <TextField
        label="Password"
        type="password"
        icon={KeyRound}
        value={value ?? ""}
        note="Kept in the system keychain once it has worked, and nowhere else."
        onChange={onChange}
      />
    );
  }
  return (
    <div className={styles.row}>
      <span className={styles.rowLabel}>Password</span>
      <div className={styles.kept}>
        <KeyRound size={15} aria-hidden />
        <span>{sources[source]}</span>
        <button type="button" onClick={() => onChange("")}>
          {source === "elsewhere" ? "Type one" : "Replace"}
          <span className="visually-hidden"> password</span>
        </button>
      </div>
    </div>
  );
}
