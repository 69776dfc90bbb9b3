import type { JournalRow } from "@/backend";
import { AbsoluteTime, RelativeTime } from "@/components/Time";
import { TwoLine } from "@/components/TwoLine";
import type { Column } from "@/components/table";
import styles from "./Journal.module.css";
import { changedWords, deed, subjectName } from "./words";

export const columns: readonly Column<JournalRow>[] = [
  {
    id: "at",
    head: "When",
    width: "124px",
    cell: (row) => (
      <TwoLine detail={<RelativeTime at={row.at} seconds />}>
        <AbsoluteTime at={row.at} seconds />
      </TwoLine>
    ),
  },
  { id: "deed", head: "What", width: "168px", cell: (row) => <DeedCell row={row} /> },
  {
    id: "subject",
    head: "Of",
    width: "minmax(150px, 1fr)",
    cell: (row) => (
      <TwoLine strong detail={row.tenant_name ?? row.subject.kind}>
        <span title={subjectName(row)}>{subjectName(row)}</span>
      </TwoLine>
    ),
  },
  {
    id: "actor",
    head: "By",
    width: "minmax(130px, 0.8fr)",
    cell: (row) => (
      <TwoLine detail={row.database_role ? `as ${row.database_role}` : undefined}>
        {row.actor}
      </TwoLine>
    ),
  },
  {
    id: "changed",
    head: "Changed",
    width: "minmax(150px, 1.2fr)",
    cell: (row) => <span className={styles.changed}>{changedWords(row)}</span>,
  },
];

function DeedCell({ row }: { row: JournalRow }) {
  const { label, icon: Icon } = deed(row.kind);
  return (
    <span className={styles.deed}>
      <Icon size={14} aria-hidden /> {label}
    </span>
  );
}
