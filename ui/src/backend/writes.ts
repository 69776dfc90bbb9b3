import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Confirmation, Tag } from "@/bindings";
import { type Backend, backend, type CommandFailure, failure } from "./commands";
import { askFor, isConfirmation } from "./confirming";

/** Which reads each write makes stale, beside what the events of other processes say. */
const stale = {
  openDemo: "all",
  openProfile: "all",
  saveProfile: ["connection"],
  duplicateProfile: ["connection"],
  removeProfile: ["connection"],
  importProfiles: ["connection"],
  lowerProtection: "all",
  migrateConnection: "all",
  migrateProfile: ["connection"],
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
  moveClock: ["scheduler", "routines", "runs"],
  setFaults: ["scheduler"],
  createSandbox: "all",
  // Neither changes anything: the first only takes its time.
  simulate: [],
  stopSimulate: [],
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

/** A change carries what was confirmed as its last argument, where a dialog has asked. */
type Given<Args extends unknown[]> = Args extends [...infer Rest, Confirmation | null]
  ? [...Rest, Confirmation?]
  : Args;

/**
 * One write. Not optimistic: the screen changes when the database has confirmed it and the reads have
 * been asked again. A failed re-read is not a failed write. Where the connection wants a confirmation
 * that the view did not ask for, the one dialog of the frame asks, and the write is sent once more.
 */
export function useWrite<Name extends WriteName>(name: Name) {
  const queries = useQueryClient();
  type Args = Given<Parameters<Backend[Name]>>;
  type Answer = Awaited<ReturnType<Backend[Name]>>;
  return useMutation<Answer, CommandFailure, Args>({
    mutationFn: (args) => send(name, args) as Promise<Answer>,
    // Busy until the screen shows what was written. A conflict means that what it shows is old.
    onSettled: (_answer, error) =>
      !error || error.code === "conflict" ? invalidate(queries, stale[name]) : undefined,
  });
}

async function send(name: WriteName, args: unknown[]): Promise<unknown> {
  const command = backend()[name] as (...args: unknown[]) => Promise<unknown>;
  try {
    return await command(...args);
  } catch (thrown) {
    const refusal = failure(thrown);
    const confirmation = await askFor(name, refusal);
    if (confirmation === null) throw refusal;
    return command(...args.filter((value) => !isConfirmation(value)), confirmation);
  }
}

export function invalidate(queries: QueryClient, tags: "all" | readonly Tag[]): Promise<void> {
  if (tags === "all") return queries.invalidateQueries();
  return Promise.all(tags.map((tag) => queries.invalidateQueries({ queryKey: [tag] }))).then(
    () => undefined,
  );
}
