import type { UseQueryResult } from "@tanstack/react-query";
import { ErrorBand } from "@/components/ErrorBand";
import { SkeletonRows } from "@/components/SkeletonRows";

interface Props {
  /** "Changes could not be read." */
  failed: string;
  read: Pick<UseQueryResult, "error" | "isPending" | "isFetching"> & { refetch: () => unknown };
  rows?: number;
}

/** A part of the page that is being read, or could not be; the rest of the page stays. */
export function PartState({ failed, read, rows = 4 }: Props) {
  if (read.isPending) return <SkeletonRows rows={rows} tracks="1fr" columns={1} />;
  if (!read.error) return null;
  return (
    <ErrorBand title={failed} onRetry={() => void read.refetch()} retrying={read.isFetching}>
      {read.error.message}
    </ErrorBand>
  );
}
