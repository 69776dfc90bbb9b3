import {
  Ban,
  CircleCheck,
  CirclePlus,
  type LucideIcon,
  PencilLine,
  TriangleAlert,
} from "lucide-react";
import type { ImportItem, ImportReport, ImportVerdict } from "@/backend";
import { count } from "@/components/time";
import type { Tone } from "@/components/words";
import styles from "./Exchange.module.css";

interface VerdictWord {
  ahead: string;
  done: string;
  icon: LucideIcon;
  tone: Tone;
}

const verdicts: Record<ImportVerdict, VerdictWord> = {
  create: { ahead: "to be made", done: "made", icon: CirclePlus, tone: "accent" },
  update: { ahead: "to be changed", done: "changed", icon: PencilLine, tone: "accent" },
  conflict: { ahead: "in conflict", done: "in conflict", icon: TriangleAlert, tone: "warn" },
  refused: { ahead: "refused", done: "refused", icon: Ban, tone: "bad" },
  unchanged: { ahead: "the same", done: "the same", icon: CircleCheck, tone: "mute" },
};

/** What wants to be looked at comes first. */
const order: ImportVerdict[] = ["refused", "conflict", "update", "create", "unchanged"];

/** Every part of the file with what is or was done for it. */
export function ImportItems({ report }: { report: ImportReport }) {
  return order.map((verdict) => {
    const items = report.items.filter((item) => item.verdict === verdict);
    if (items.length === 0) return null;
    const word = verdicts[verdict];
    return (
      <section key={verdict} className={styles.group} data-tone={word.tone}>
        <h3>
          <word.icon size={14} aria-hidden />
          {count(items.length)} {report.applied ? word.done : word.ahead}
        </h3>
        <ul>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have one name
            <Line key={`${item.kind}-${item.name}-${index}`} item={item} />
          ))}
        </ul>
      </section>
    );
  });
}

function Line({ item }: { item: ImportItem }) {
  return (
    <li>
      <div>
        <strong>{item.name}</strong>{" "}
        <span className={styles.kind}>
          {item.kind}
          {item.kind !== "tenant" && ` of ${item.tenant}`}
        </span>
      </div>
      <div className={styles.sentence}>{item.sentence}</div>
    </li>
  );
}

/** "3 to be made, 1 refused" */
export function summary(report: ImportReport): string {
  const numbers: Record<ImportVerdict, number> = {
    create: report.created,
    update: report.updated,
    conflict: report.conflicts,
    refused: report.refused,
    unchanged: report.unchanged,
  };
  const said = order
    .filter((verdict) => numbers[verdict] > 0)
    .map((verdict) => {
      const word = verdicts[verdict];
      return `${count(numbers[verdict])} ${report.applied ? word.done : word.ahead}`;
    });
  return said.length === 0 ? "The file is empty." : `${said.join(", ")}.`;
}
