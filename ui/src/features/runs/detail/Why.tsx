import { CircleHelp } from "lucide-react";
import type { RunDetail } from "@/backend";
import { Button } from "@/components/Button";
import { Card } from "@/components/Card";
import styles from "./RunPage.module.css";
import { useWhy } from "./useWhy";

/** Leads to the checks behind the answer, for what had a planned time. */
export function Why({ run }: { run: RunDetail }) {
  const { open, reason } = useWhy(run);
  return (
    <Card title="Why did it (not) fire?">
      <p className={styles.why}>
        {reason ?? "Every check from the schedule to the end of the work, with its evidence."}
        <Button size={24} icon={CircleHelp} keys="w" disabledReason={reason} onClick={open}>
          Explain
        </Button>
      </p>
    </Card>
  );
}
