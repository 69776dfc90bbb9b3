import { useQuery } from "@tanstack/react-query";
import { Boxes, Plus } from "lucide-react";
import { useState } from "react";
import { type DefinitionRow, reads, useConnection } from "@/backend";
import { Button } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { DataTable } from "@/components/DataTable";
import { Empty } from "@/components/Empty";
import { ErrorBand } from "@/components/ErrorBand";
import { PageHead } from "@/components/PageHead";
import { count } from "@/components/time";
import { columnsOf, launcherLabel } from "./columns";
import { DefinitionSheet } from "./DefinitionSheet";
import styles from "./Definitions.module.css";
import { DisableDialog } from "./DisableDialog";
import { TestDialog } from "./TestDialog";
import { useDefinitionsSearch } from "./useDefinitionsSearch";
import { useTurn } from "./useTurn";

/** What can be run, in every tenant. */
export function DefinitionsPage() {
  const { search, change } = useDefinitionsSearch();
  const read = useQuery(reads.definitions(search.tenant ?? null));
  const { readOnlyReason } = useConnection();
  const { turn, isBusy } = useTurn();
  const [disabling, setDisabling] = useState<DefinitionRow | null>(null);
  const { data: rows = [], error } = read;
  const create = () => change({ edit: "new" });
  useCommands([
    {
      id: "definitions.new",
      label: "New definition",
      keys: "n",
      disabledReason: readOnlyReason,
      run: create,
    },
  ]);
  const columns = columnsOf({
    readOnlyReason,
    isBusy,
    edit: ({ id }) => change({ edit: id }),
    test: ({ id }) => change({ test: id }),
    turn: (row) => (row.disabled_at === null ? setDisabling(row) : void turn(row)),
  });
  const edited = rows.find(({ id }) => id === search.edit);
  const tested = rows.find(({ id }) => id === search.test);
  const newButton = (
    <Button tone="primary" icon={Plus} keys="n" disabledReason={readOnlyReason} onClick={create}>
      New definition
    </Button>
  );
  return (
    <>
      <PageHead
        title="Definitions"
        fact={read.data && `${count(rows.length)} that routines can run`}
        actions={newButton}
      />
      <div className={styles.body}>
        <DataTable
          primary
          label="Definitions"
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          rowLabel={(row) => `${row.name}, ${row.tenant_name}, ${launcherLabel(row)}`}
          onOpen={({ id }) => change({ edit: id })}
          dimmed={(row) => row.disabled_at !== null}
          loading={read.isPending && {}}
          instead={
            error && rows.length === 0 ? (
              <ErrorBand
                title="Definitions could not be read."
                onRetry={() => void read.refetch()}
                retrying={read.isFetching}
              >
                {error.message}
              </ErrorBand>
            ) : read.data?.length === 0 ? (
              <Empty icon={Boxes} title="No definitions yet" actions={newButton}>
                A definition says how work is started. Routines choose one.
              </Empty>
            ) : undefined
          }
        />
      </div>
      {(search.edit === "new" || edited) && (
        <DefinitionSheet
          key={search.edit}
          definition={edited ?? null}
          onClose={() => change({ edit: undefined })}
        />
      )}
      {tested && <TestDialog definition={tested} onClose={() => change({ test: undefined })} />}
      {disabling && (
        <DisableDialog
          definition={disabling}
          onDisable={() => turn(disabling)}
          onClose={() => setDisabling(null)}
        />
      )}
    </>
  );
}
