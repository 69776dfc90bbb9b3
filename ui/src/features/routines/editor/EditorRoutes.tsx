import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { type RoutineDetail, reads, type TenantRow } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { ErrorBand } from "@/components/ErrorBand";
import { Sheet } from "@/components/Sheet";
import { useGo } from "../addresses";
import { useRoutinesSearch } from "../useRoutinesSearch";
import { Editor } from "./Editor";
import { blankForm, formOf } from "./form";

/** `/routines/new`: in the tenant of the list's filter, else in the first one. */
export function NewRoutine() {
  const { data, error, refetch } = useQuery(reads.tenants());
  const { search } = useRoutinesSearch();
  const first = data?.find((tenant) => tenant.id === search.tenant) ?? data?.[0];
  if (data && first) return <NewEditor tenant={first} tenants={data} />;
  const reason = data ? "There is no tenant yet. Create one in Connections." : error?.message;
  return <Waiting title="New routine" error={reason} onRetry={() => void refetch()} />;
}

function NewEditor({ tenant, tenants }: { tenant: TenantRow; tenants: readonly TenantRow[] }) {
  const zone = useZone();
  const now = useNow();
  const [start] = useState(() => blankForm(tenant.id, zone, now));
  return <Editor start={start} detail={null} tenants={tenants} />;
}

/** `/routines/:id/edit`: from the routine as it is read when the sheet opens. */
export function EditRoutine() {
  const { id = "" } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(reads.routine(id));
  if (data) return <OldEditor key={id} detail={data} />;
  return <Waiting title="Edit" error={error?.message} onRetry={() => void refetch()} />;
}

/** Later reads do not touch the fields: a lost race is told when it is saved. */
function OldEditor({ detail }: { detail: RoutineDetail }) {
  const zone = useZone();
  const [start] = useState(() => ({ form: formOf(detail, zone), detail }));
  return <Editor start={start.form} detail={start.detail} tenants={[]} />;
}

interface WaitingProps {
  title: string;
  error?: string;
  onRetry: () => void;
}

function Waiting({ title, error, onRetry }: WaitingProps) {
  const go = useGo();
  return (
    <Sheet open title={title} onClose={() => go.list()}>
      {error && (
        <ErrorBand title="The editor could not be opened." onRetry={onRetry}>
          {error}
        </ErrorBand>
      )}
    </Sheet>
  );
}
