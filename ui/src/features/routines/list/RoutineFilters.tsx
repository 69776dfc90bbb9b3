import { ArrowUpDown, Search } from "lucide-react";
import { useRef } from "react";
import type { TenantRow } from "@/backend";
import { IconButton } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { Kbd } from "@/components/Kbd";
import { Menu } from "@/components/Menu";
import { TextField } from "@/components/TextField";
import { useTypedWords } from "@/components/useTypedWords";
import type { RoutinesSearch } from "../search";
import { FilterChips } from "./FilterChips";
import { FilterMenus } from "./FilterMenus";
import styles from "./RoutineFilters.module.css";

interface Props {
  search: RoutinesSearch;
  change: (part: Partial<RoutinesSearch>) => void;
  tenants: readonly TenantRow[];
  /** "148 of 186" */
  total: string | null;
}

/** How long typing may pause before the list is asked again, in milliseconds. */
const TYPING_MS = 200;

const sorts = [
  { value: "next_fire", label: "Next fire", detail: "soonest first" },
  { value: "name", label: "Name" },
  { value: "created", label: "Created", detail: "newest first" },
] as const;

export function RoutineFilters({ search, change, tenants, total }: Props) {
  const { sort = "next_fire" } = search;
  return (
    <div className={styles.bar}>
      <Words value={search.q ?? ""} onChange={(q) => change({ q: q === "" ? undefined : q })} />
      <FilterMenus search={search} change={change} tenants={tenants} />
      <FilterChips search={search} change={change} tenants={tenants} />
      <span className={styles.total} role="status">
        {total}
      </span>
      <Menu
        align="end"
        trigger={<IconButton size={24} icon={ArrowUpDown} label="Sort" />}
        entries={[
          {
            choose: "Sort by",
            value: sort,
            options: sorts,
            onChange: (next) => change({ sort: sorts.find(({ value }) => value === next)?.value }),
          },
        ]}
      />
    </div>
  );
}

/** Typed words reach the address when typing pauses; another address replaces what was typed. */
function Words({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const field = useRef<HTMLDivElement>(null);
  const { text, type } = useTypedWords(value, onChange, TYPING_MS);
  useCommands([
    {
      id: "routines.filter",
      label: "Filter routines",
      keys: "/",
      run: () => field.current?.querySelector("input")?.focus(),
    },
  ]);
  return (
    <div ref={field} className={styles.words}>
      <TextField
        label="Filter routines"
        layout="hidden"
        small
        icon={Search}
        placeholder="Filter routines"
        value={text}
        onChange={type}
        end={<Kbd keys="/" />}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          if (text === "") event.currentTarget.blur();
          else type("");
        }}
      />
    </div>
  );
}
