import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import { type JournalRow, reads } from "@/backend";
import { Button } from "@/components/Button";
import { Chip } from "@/components/Chip";
import { useCommands } from "@/components/commands";
import { Menu } from "@/components/Menu";
import styles from "./Journal.module.css";
import { type JournalSearch, type RangeName, ranges } from "./search";
import { deed, KINDS, subjectName } from "./words";

interface FiltersProps {
  search: JournalSearch;
  change: (part: Partial<JournalSearch>) => void;
  rows: readonly JournalRow[];
  newer: number;
  onNewer: () => void;
}

export function Filters({ search, change, rows, newer, onNewer }: FiltersProps) {
  const bar = useRef<HTMLDivElement>(null);
  const { data: tenants } = useQuery({ ...reads.tenants(), enabled: search.tenant !== undefined });
  useCommands([
    {
      id: "journal.filter",
      label: "Filter the journal",
      keys: "/",
      hint: "filter",
      run: () => bar.current?.querySelector("button")?.focus(),
    },
  ]);
  const { kind = [], subject, actor, from, tenant } = search;
  const known = rows.find((row) => row.subject.subject === subject);
  const toggle = (word: string, on: boolean) => {
    const next = on ? [...kind, word] : kind.filter((each) => each !== word);
    change({ kind: next.length > 0 ? next : undefined });
  };
  return (
    <div ref={bar} className={styles.bar}>
      <Menu
        trigger={
          <Button size={24}>
            What <ChevronDown size={13} aria-hidden />
          </Button>
        }
        entries={KINDS.map((word) => ({
          check: deed(word).label,
          icon: deed(word).icon,
          checked: kind.includes(word),
          onToggle: (on: boolean) => toggle(word, on),
        }))}
      />
      <Menu
        trigger={
          <Button size={24}>
            Time <ChevronDown size={13} aria-hidden />
          </Button>
        }
        entries={[
          {
            choose: "Changed in",
            value: from ?? "all",
            options: ranges,
            onChange: (next) => change({ from: next === "all" ? undefined : (next as RangeName) }),
          },
        ]}
      />
      {kind.length > 0 && (
        <Chip onRemove={() => change({ kind: undefined })}>
          {`What: ${kind.length === 1 ? deed(kind[0] ?? "").label : `${kind.length} kinds`}`}
        </Chip>
      )}
      {subject && (
        <Chip onRemove={() => change({ subject: undefined })}>
          {`Of: ${known ? subjectName(known) : subject}`}
        </Chip>
      )}
      {actor && <Chip onRemove={() => change({ actor: undefined })}>{`By: ${actor}`}</Chip>}
      {from && (
        <Chip onRemove={() => change({ from: undefined })}>
          {ranges.find(({ value }) => value === from)?.label ?? from}
        </Chip>
      )}
      {tenant && (
        <Chip onRemove={() => change({ tenant: undefined })}>
          {`Tenant: ${tenants?.find(({ id }) => id === tenant)?.name ?? "one tenant"}`}
        </Chip>
      )}
      {newer > 0 && (
        <span className={styles.newer}>
          <Button size={24} keys="l" onClick={onNewer}>
            {newer} newer
          </Button>
        </span>
      )}
    </div>
  );
}
