import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { reads } from "@/backend";
import { Button } from "@/components/Button";
import { Chip } from "@/components/Chip";
import { useNow, useZone } from "@/components/clock";
import { defaultWindow } from "@/components/defaultWindow";
import { TrayWithCross } from "@/components/icons";
import { Menu, type MenuEntry } from "@/components/Menu";
import { causeWord, routineStateWord, runStatusWord } from "@/components/words";
import { isLimited, ranges, windowLabel } from "../ranges";
import { CAUSES, type RunsSearch, STATUSES } from "../search";
import styles from "./RunFilters.module.css";
import { RunWords } from "./RunWords";

interface Props {
  search: RunsSearch;
  change: (part: Partial<RunsSearch>) => void;
  /** Known from a row of the list. */
  routineName: string | undefined;
  newer: number;
  onNewer: () => void;
}

export function RunFilters({ search, change, routineName, newer, onNewer }: Props) {
  return (
    <div className={styles.bar}>
      <RunWords value={search.q ?? ""} onChange={(q) => change({ q: q === "" ? undefined : q })} />
      <Filter label="Status" entries={statusEntries(search, change)} />
      <Filter label="Cause" entries={causeEntries(search, change)} />
      <Filter
        label="Time"
        entries={[
          {
            choose: "Recorded in",
            value: search.to === undefined ? (search.from ?? defaultWindow()) : "",
            options: ranges,
            onChange: (from) =>
              change({ from: from === defaultWindow() ? undefined : from, to: undefined }),
          },
        ]}
      />
      <Chips search={search} change={change} routineName={routineName} />
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

function Filter({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  return (
    <Menu
      trigger={
        <Button size={24}>
          {label} <ChevronDown size={13} aria-hidden />
        </Button>
      }
      entries={entries}
    />
  );
}

type Change = Props["change"];

/** "Dead-lettered" is no status of a run: choosing it sets the statuses aside, and the reverse. */
function statusEntries({ status = [], dead }: RunsSearch, change: Change): MenuEntry[] {
  return [
    ...STATUSES.map((name) => ({
      check: runStatusWord(name).label,
      icon: runStatusWord(name).icon,
      checked: status.includes(name),
      onToggle: (checked: boolean) =>
        change({ status: toggled(STATUSES, status, name, checked), dead: undefined }),
    })),
    "rule",
    {
      check: routineStateWord("dead_lettered").label,
      icon: TrayWithCross,
      checked: dead === true,
      onToggle: (checked: boolean) =>
        change({ dead: checked ? true : undefined, status: undefined }),
    },
  ];
}

function causeEntries({ cause = [] }: RunsSearch, change: Change): MenuEntry[] {
  return CAUSES.map((name) => ({
    check: causeWord(name).label,
    icon: causeWord(name).icon,
    checked: cause.includes(name),
    onToggle: (checked: boolean) => change({ cause: toggled(CAUSES, cause, name, checked) }),
  }));
}

function toggled<Word>(all: readonly Word[], chosen: readonly Word[], word: Word, on: boolean) {
  const next = all.filter((each) => (each === word ? on : chosen.includes(each)));
  return next.length > 0 ? next : undefined;
}

function Chips({ search, change, routineName }: Pick<Props, "search" | "change" | "routineName">) {
  const { status, dead, cause, routine, tenant } = search;
  const now = useNow();
  const zone = useZone();
  const { data: tenants } = useQuery({ ...reads.tenants(), enabled: tenant !== undefined });
  const { data: linked } = useQuery({
    ...reads.routine(routine ?? ""),
    enabled: routine !== undefined && routineName === undefined,
  });
  const name = routineName ?? linked?.row.name ?? "one routine";
  const tenantName = tenants?.find(({ id }) => id === tenant)?.name ?? "one tenant";
  return (
    <>
      {status && (
        <Chip onRemove={() => change({ status: undefined })}>
          {`Status: ${chosen(status, STATUSES.length, runStatusWord)}`}
        </Chip>
      )}
      {dead && <Chip onRemove={() => change({ dead: undefined })}>Dead-lettered</Chip>}
      {cause && (
        <Chip onRemove={() => change({ cause: undefined })}>
          {`Cause: ${chosen(cause, CAUSES.length, causeWord)}`}
        </Chip>
      )}
      {routine && <Chip onRemove={() => change({ routine: undefined })}>{`Routine: ${name}`}</Chip>}
      {tenant && (
        <Chip onRemove={() => change({ tenant: undefined })}>{`Tenant: ${tenantName}`}</Chip>
      )}
      {isLimited(search) && (
        <Chip onRemove={() => change({ from: "all", to: undefined })}>
          {windowLabel(search, now, zone)}
        </Chip>
      )}
    </>
  );
}

function chosen(words: readonly string[], of: number, word: (stored: string) => { label: string }) {
  const [only] = words;
  return words.length === 1 && only ? word(only).label : `${words.length} of ${of}`;
}
