import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { reads, type TenantRow } from "@/backend";
import { Button } from "@/components/Button";
import { Menu, type MenuEntry } from "@/components/Menu";
import { routineStateWord } from "@/components/words";
import { type RoutinesSearch, STATES, TRIGGERS } from "../search";
import { triggerWords } from "./filterWords";

export interface FilterProps {
  search: RoutinesSearch;
  change: (part: Partial<RoutinesSearch>) => void;
  tenants: readonly TenantRow[];
}

/** State, trigger, tenant and owner. What is chosen stands beside them as chips. */
export function FilterMenus({ search, change, tenants }: FilterProps) {
  const { data: owners = [] } = useQuery(reads.owners(search.tenant ?? null));
  const { state = [], trigger = [], tenant, owner } = search;
  return (
    <>
      <FilterMenu
        label="State"
        entries={STATES.map((name) => ({
          check: routineStateWord(name).label,
          icon: routineStateWord(name).icon,
          checked: state.includes(name),
          onToggle: (checked) => change({ state: toggled(STATES, state, name, checked) }),
        }))}
      />
      <FilterMenu
        label="Trigger"
        entries={TRIGGERS.map((kind) => ({
          check: triggerWords[kind],
          checked: trigger.includes(kind),
          onToggle: (checked) => change({ trigger: toggled(TRIGGERS, trigger, kind, checked) }),
        }))}
      />
      {tenants.length > 1 && (
        <FilterMenu
          label="Tenant"
          entries={[
            {
              choose: "Tenant",
              value: tenant ?? "",
              options: [
                { value: "", label: "All tenants" },
                ...tenants.map(({ id, name }) => ({ value: id, label: name })),
              ],
              onChange: (id) => change({ tenant: id === "" ? undefined : id }),
            },
          ]}
        />
      )}
      {owners.length > 1 && (
        <FilterMenu
          label="Owner"
          entries={[
            {
              choose: "Owner",
              value: owner ?? "",
              options: [
                { value: "", label: "All owners" },
                ...owners.map((name) => ({ value: name, label: name })),
              ],
              onChange: (name) => change({ owner: name === "" ? undefined : name }),
            },
          ]}
        />
      )}
    </>
  );
}

function FilterMenu({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
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

function toggled<Word extends string>(
  all: readonly Word[],
  chosen: readonly Word[],
  word: Word,
  checked: boolean,
): Word[] | undefined {
  const next = all.filter((each) => (each === word ? checked : chosen.includes(each)));
  return next.length > 0 ? next : undefined;
}
