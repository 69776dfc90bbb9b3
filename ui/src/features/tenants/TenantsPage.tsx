import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import { reads, type TenantRow, useConnection } from "@/backend";
import { Button } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { DataTable } from "@/components/DataTable";
import { Empty } from "@/components/Empty";
import { ErrorBand } from "@/components/ErrorBand";
import { PageHead } from "@/components/PageHead";
import { TwoLine } from "@/components/TwoLine";
import type { Column } from "@/components/table";
import { count, span } from "@/components/time";
import { NewTenant } from "./NewTenant";
import { PolicySheet } from "./PolicySheet";
import { readTenantsSearch } from "./search";
import styles from "./Tenants.module.css";

const columns: readonly Column<TenantRow>[] = [
  {
    id: "name",
    head: "Tenant",
    width: "minmax(160px, 1fr)",
    cell: (row) => (
      <TwoLine strong detail={`revision ${row.revision}`}>
        {row.name}
      </TwoLine>
    ),
  },
  {
    id: "floor",
    head: "Floor",
    width: "110px",
    cell: ({ policy }) => span((policy.minimum_interval_seconds ?? 0) * 1000),
  },
  {
    id: "caps",
    head: "Caps",
    width: "minmax(150px, 0.8fr)",
    cell: ({ policy }) => (
      <TwoLine
        detail={
          policy.concurrency_cap == null
            ? "any number of open runs"
            : `${count(policy.concurrency_cap)} open runs`
        }
      >
        {count(policy.enabled_cap ?? 0)} per owner
      </TwoLine>
    ),
  },
  {
    id: "limits",
    head: "Gives up after",
    width: "minmax(150px, 0.8fr)",
    cell: ({ policy }) => (
      <TwoLine detail={`${policy.fatigue_after} failed runs`}>
        {policy.dead_letter_after} launch failures
      </TwoLine>
    ),
  },
  {
    id: "kept",
    head: "Runs kept",
    width: "minmax(110px, 0.5fr)",
    cell: ({ policy }) => (
      <TwoLine detail={`${count(policy.failure_retention_days ?? 0)} d if it failed`}>
        {count(policy.retention_days ?? 0)} d
      </TwoLine>
    ),
  },
  {
    id: "routines",
    head: "Routines",
    width: "96px",
    align: "end",
    cell: (row) => (
      <Link to="/routines" search={{ tenant: row.id }}>
        {count(row.routines)}
      </Link>
    ),
  },
];

/** The spaces that own definitions and routines, and what holds in each. */
export function TenantsPage() {
  const read = useQuery(reads.tenants());
  const { readOnlyReason } = useConnection();
  const search = readTenantsSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const edit = (id: string | undefined) =>
    void navigate({ to: ".", search: { edit: id }, replace: id === undefined });
  const create = () => edit("new");
  useCommands([
    {
      id: "tenants.new",
      label: "New tenant",
      keys: "n",
      disabledReason: readOnlyReason,
      run: create,
    },
  ]);
  const { data: rows = [], error } = read;
  const edited = rows.find(({ id }) => id === search.edit);
  const newButton = (
    <Button tone="primary" icon={Plus} keys="n" disabledReason={readOnlyReason} onClick={create}>
      New tenant
    </Button>
  );
  return (
    <>
      <PageHead
        title="Tenants"
        fact={read.data && "Nothing crosses from one to another"}
        actions={newButton}
      />
      <div className={styles.body}>
        <DataTable
          primary
          label="Tenants"
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          rowLabel={(row) => `${row.name}, ${row.routines} routines`}
          onOpen={({ id }) => edit(id)}
          onPick={({ id }) => edit(id)}
          loading={read.isPending && {}}
          instead={
            error && rows.length === 0 ? (
              <ErrorBand
                title="Tenants could not be read."
                onRetry={() => void read.refetch()}
                retrying={read.isFetching}
              >
                {error.message}
              </ErrorBand>
            ) : read.data?.length === 0 ? (
              <Empty icon={Building2} title="No tenants yet" actions={newButton}>
                A tenant owns definitions and routines.
              </Empty>
            ) : undefined
          }
        />
      </div>
      {search.edit === "new" && <NewTenant onClose={() => edit(undefined)} onMade={edit} />}
      {edited && <PolicySheet key={edited.id} tenant={edited} onClose={() => edit(undefined)} />}
    </>
  );
}
