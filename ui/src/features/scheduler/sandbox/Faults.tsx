import { Dices } from "lucide-react";
import type { SandboxStatus } from "@/backend";
import { IconButton } from "@/components/Button";
import card from "../Scheduler.module.css";
import { FaultRow } from "./FaultRow";
import styles from "./Sandbox.module.css";
import type { SandboxState } from "./useSandbox";

/** What goes wrong on purpose, and the seed that decides when. */
export function Faults({ sandbox }: { sandbox: SandboxState }) {
  const { data } = sandbox;
  if (!data?.is_sandbox) return null;
  return <Switches sandbox={sandbox} status={data} />;
}

function Switches({ sandbox, status }: { sandbox: SandboxState; status: SandboxStatus }) {
  const { faults, switches, refusal } = status;
  // Any other seed will do; it is shown, and kept until another is wanted.
  const another = () => 1_000 + ((faults.seed * 7_919 + 4_107) % 9_000);
  return (
    <section className={card.card} aria-label="Faults on purpose">
      <header className={card.head}>
        <h2>Faults on purpose</h2>
        <span className={styles.seed}>seed {faults.seed}</span>
        <IconButton
          icon={Dices}
          size={24}
          label="Another seed"
          busy={sandbox.faultsBusy}
          disabledReason={refusal ?? undefined}
          onClick={() => void sandbox.setFaults({ ...faults, seed: another() })}
        />
      </header>
      <ul className={styles.faults}>
        {switches.map((fault) => (
          <FaultRow key={fault.fault} {...{ sandbox, status, fault }} />
        ))}
      </ul>
    </section>
  );
}
