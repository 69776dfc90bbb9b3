import type { RunDetail } from "@/backend";
import { Card } from "@/components/Card";
import { count } from "@/components/time";
import { isOpen } from "../words";
import { usePayload } from "./Payload";
import styles from "./RunPage.module.css";

const KIB = 1024;
/** What the store keeps of an output (product.md, section 6). */
const KEPT = 64 * KIB;

/** What the work left behind: its end where it was longer than what is kept. */
export function Output({ run }: { run: RunDetail }) {
  const { output, row } = run;
  const payload = usePayload("Output text", output ?? "");
  if (output === null || output === "") {
    return (
      <Card title="Output">
        <p className={styles.none}>
          {isOpen(row.status)
            ? "There is no output yet. It is kept when the work ends."
            : "No output was kept."}
        </p>
      </Card>
    );
  }
  const size = new TextEncoder().encode(output).length;
  return (
    <Card
      title="Output"
      fact={size >= KEPT ? "the last 64 KiB" : sizeWords(size)}
      end={payload.choice}
    >
      {payload.view}
    </Card>
  );
}

function sizeWords(bytes: number): string {
  return bytes < KIB ? `${count(bytes)} bytes` : `${Number((bytes / KIB).toFixed(1))} KiB`;
}
