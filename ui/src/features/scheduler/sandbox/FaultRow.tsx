import { useState } from "react";
import type { SandboxStatus } from "@/backend";
import { Switch } from "@/components/Switch";
import { TextField } from "@/components/TextField";
import styles from "./Sandbox.module.css";
import type { SandboxState } from "./useSandbox";

interface Props {
  sandbox: SandboxState;
  status: SandboxStatus;
  fault: SandboxStatus["switches"][number];
}

/** One fault with its amount; what is typed while it is off holds when it is switched on. */
export function FaultRow({ sandbox, status, fault: row }: Props) {
  const { fault, label, before, after, amount, most, on } = row;
  const [typed, setTyped] = useState({ text: String(amount), of: amount });
  if (typed.of !== amount) setTyped({ text: String(amount), of: amount });
  const { text } = typed;
  const wanted = text === "" ? amount : Number(text);
  const asItIs = () => setTyped({ text: String(amount), of: amount });
  const set = async (next: number | null) => {
    if (!(await sandbox.setFaults({ ...status.faults, [fault]: next }))) asItIs();
  };
  const leave = () => {
    if (text === "") asItIs();
    else if (on && wanted !== amount) void set(wanted);
  };
  return (
    <li>
      <Switch
        label={`${label}, ${[before, text, after].filter(Boolean).join(" ")}`}
        checked={on}
        busy={sandbox.faultsBusy}
        lockedReason={status.refusal ?? undefined}
        onChange={(next) => void set(next ? wanted : null)}
      />
      <span className={styles.fault}>{label}</span>
      <span className={styles.extent}>
        {before}
        <TextField
          label={`${label}: amount, 1 to ${most}`}
          layout="hidden"
          small
          className={styles.amount}
          inputMode="numeric"
          maxLength={6}
          value={text}
          readOnly={status.refusal !== null}
          onChange={(next) => setTyped({ text: next.replace(/\D/g, ""), of: amount })}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === "Enter") leave();
          }}
        />
        <span className={styles.unit}>{after}</span>
      </span>
    </li>
  );
}
