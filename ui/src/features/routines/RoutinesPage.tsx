import { Outlet } from "@tanstack/react-router";
import { Ellipsis, Plus } from "lucide-react";
import { useConnection } from "@/backend";
import { Button, IconButton } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { Menu } from "@/components/Menu";
import { useNarrow } from "@/components/narrow";
import { PageHead } from "@/components/PageHead";
import { Segment } from "@/components/Segment";
import { count } from "@/components/time";
import { AskedByAddress } from "./actions/AskedByAddress";
import { RoutineActions } from "./actions/RoutineActions";
import { useGo } from "./addresses";
import { BulkBar } from "./bulk/BulkBar";
import { useExchange } from "./exchange/useExchange";
import { Inspector } from "./inspector/Inspector";
import { RoutineFilters } from "./list/RoutineFilters";
import { RoutineList } from "./list/RoutineList";
import { useRoutineList } from "./list/useRoutineList";
import { useSelection } from "./list/useSelection";
import styles from "./RoutinesPage.module.css";
import { VIEWS } from "./search";
import { useRoutinesSearch } from "./useRoutinesSearch";
import { SaveView } from "./views/SaveView";

const viewLabels = {
  all: "All",
  failing: "Failing",
  off: "Off",
  manual: "Manual",
  deleted: "Deleted",
};

/** The list with its inspector; the editor's routes lay a sheet over it. */
export function RoutinesPage() {
  const { search, change } = useRoutinesSearch();
  const list = useRoutineList(search);
  const selection = useSelection(search, list);
  const { readOnlyReason } = useConnection();
  const narrow = useNarrow();
  const go = useGo();
  const view = search.view ?? "all";
  const { counts } = list;
  const exchange = useExchange(search, list.matching);
  useCommands([
    {
      id: "routines.new",
      label: "New routine",
      keys: "n",
      disabledReason: readOnlyReason,
      run: go.create,
    },
    {
      id: "routines.simulate",
      label: "What will happen next week?",
      group: "Routines",
      run: () => go.simulate([]),
    },
  ]);
  return (
    <RoutineActions>
      <AskedByAddress search={search} change={change} />
      <PageHead
        title="Routines"
        views={
          <>
            <Segment
              label="View"
              look="views"
              value={view}
              onChange={(next) =>
                change({ view: next === "all" ? undefined : next, sel: undefined })
              }
              options={VIEWS.filter(
                (each) => !narrow || each === view || (each !== "manual" && each !== "deleted"),
              ).map((value) => ({
                value,
                label: viewLabels[value],
                count: counts ? count(counts[value]) : null,
              }))}
            />
            <SaveView search={search} />
          </>
        }
        actions={
          <>
            <Menu
              align="end"
              entries={exchange.entries}
              trigger={<IconButton icon={Ellipsis} label="More" />}
            />
            <Button
              tone="primary"
              icon={Plus}
              keys="n"
              disabledReason={readOnlyReason}
              onClick={go.create}
            >
              New routine
            </Button>
          </>
        }
      />
      <div className={styles.body}>
        <section className={styles.list} aria-label="Routines">
          <RoutineFilters
            search={search}
            change={change}
            tenants={list.tenants}
            total={counts && `${matching(list.matching)} of ${count(counts[view])}`}
          />
          <RoutineList {...{ search, change, list, selection, narrow }} />
          <BulkBar
            selection={selection}
            matching={list.matching}
            more={exchange.selectionEntries(selection)}
          />
        </section>
        {search.sel !== undefined && (
          <Inspector
            id={search.sel}
            chosen={selection.rows}
            onClose={() => change({ sel: undefined })}
          />
        )}
      </div>
      <Outlet />
      {exchange.dialog}
    </RoutineActions>
  );
}

/** Counts are exact to 10,000; one more stands for "more". */
function matching(found: number): string {
  return found > 10_000 ? `${count(10_000)}+` : count(found);
}
