import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Tag } from "@/bindings";
import { type Backend, backend, type CommandFailure } from "./commands";

/** Which reads each write makes stale, beside what the events of other processes say. */
const stale = {
  openDemo: "all",
  openConnection: "all",
  openRemembered: "all",
  migrateConnection: "all",
  closeConnection: "all",
  createTenant: ["tenants", "connection"],
  createDefinition: ["definitions"],
  updateDefinition: ["definitions", "routines"],
  disableDefinition: ["definitions", "routines"],
  testDefinition: ["definitions", "routines", "runs"],
  setTenantPolicy: ["tenants", "routines"],
  createRoutine: ["routines"],
  updateRoutine: ["routines"],
  pauseRoutine: ["routines", "runs"],
  resumeRoutine: ["routines"],
  runRoutine: ["routines", "runs"],
  reviveRoutine: ["routines"],
  deleteRoutine: ["routines"],
  restoreRoutine: ["routines"],
  tryRoutineNow: ["routines", "runs"],
  stopRetryingRoutine: ["routines", "runs"],
  bringBackRoutineAtOnce: ["routines", "runs"],
  cancelRun: ["routines", "runs"],
  replayRun: ["routines", "runs"],
  muteError: ["routines"],
  startRevivePlan: ["routines", "runs"],
  stopRevivePlan: ["routines"],
  undoRevivePlan: ["routines"],
  runBulk: ["routines", "runs", "tenants", "definitions"],
  stopBulk: ["bulk"],
  exportToFile: [],
  previewImport: [],
  applyImport: ["routines", "tenants", "definitions", "runs"],
  makeTwin: [],
  saveBundle: [],
  readBundle: [],
  startScheduler: ["scheduler"],
  stopScheduler: ["scheduler"],
  saveSettings: ["connection"],
  sweepOnce: ["scheduler", "routines", "runs"],
} satisfies Partial<Record<keyof Backend, "all" | Tag[]>>;

export type WriteName = keyof typeof stale;

/**
 * One write. Not optimistic: the screen changes when the database has confirmed it and the reads have
 * been asked again. A failed re-read is not a failed write.
 */
export function useWrite<Name extends WriteName>(name: Name) {
  const queries = useQueryClient();
  type Args = Parameters<Backend[Name]>;
  type Answer = Awaited<ReturnType<Backend[Name]>>;
  return useMutation<Answer, CommandFailure, Args>({
    mutationFn: (args) => (backend()[name] as (...args: Args) => Promise<Answer>)(...args),
    // Busy until the screen shows what was written. A conflict means that what it shows is old.
    onSettled: (_answer, error) =>
      !error || error.code === "conflict" ? invalidate(queries, stale[name]) : undefined,
  });
}

export function invalidate(queries: QueryClient, tags: "all" | readonly Tag[]): Promise<void> {
  if (tags === "all") return queries.invalidateQueries();
  return Promise.all(tags.map((tag) => queries.invalidateQueries({ queryKey: [tag] }))).then(
    () => undefined,
  );
}
