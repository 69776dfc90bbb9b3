import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  BulkRequest,
  DatabaseEngine,
  DiffRequest,
  FailuresQuery,
  JournalQuery,
  PreviewRequest,
  ProfileId,
  RevivePlanId,
  ReviveScope,
  RoutineAction,
  RoutineId,
  RoutineMatch,
  RoutineQuery,
  RunId,
  RunQuery,
  Tag,
  TenantId,
  TenantPolicy,
} from "@/bindings";
import { askAgainAfter } from "./answering";
import { backend } from "./commands";
import { every } from "./live";

/**
 * Every read, under a key that begins with the tag that makes it stale. `useDeskEvents` invalidates by
 * that first part, and so does a write.
 */

const LIST_MS = 5_000;
const LIVE_MS = 2_000;
/** Counts beside the navigation may be this old. */
const COUNT_MS = 10_000;
const BULK_MS = 500;
/** It reads all that was planned in a day. */
const EVIDENCE_MS = 60_000;

const key = (tag: Tag, ...rest: unknown[]) => [tag, ...rest] as const;

export const appStatus = () =>
  queryOptions({ queryKey: key("connection"), queryFn: () => backend().getAppStatus() });

/** The connections that this desktop remembers. */
export const profiles = () =>
  queryOptions({
    queryKey: key("connection", "profiles"),
    queryFn: () => backend().listProfiles(),
  });

/** A test of one of them. Servers are asked again after a while only, or when a person says so. */
export const profileReport = (id: ProfileId) =>
  queryOptions({
    queryKey: key("connection", "report", id),
    queryFn: () => backend().testProfile(id),
    staleTime: 30_000,
  });

export const migration = (engine: DatabaseEngine, number: number) =>
  queryOptions({
    queryKey: ["migration", engine, number],
    queryFn: () => backend().getMigration(engine, number),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const tenants = () =>
  queryOptions({ queryKey: key("tenants"), queryFn: () => backend().listTenants() });

export const definitions = (tenantId: TenantId | null) =>
  queryOptions({
    queryKey: key("definitions", tenantId),
    queryFn: () => backend().listDefinitions(tenantId),
  });

/** What fails now, in its three lanes; and one error of it. Routines and their runs make it stale. */
export const failures = (query: FailuresQuery) =>
  queryOptions({
    queryKey: key("routines", "failures", query),
    queryFn: () => backend().listFailures(query),
    refetchInterval: every(LIST_MS),
    placeholderData: keepPreviousData,
  });

export const errorPage = (fingerprint: string, tenantId: TenantId | null) =>
  queryOptions({
    queryKey: key("routines", "error", fingerprint, tenantId),
    queryFn: () => backend().getError(fingerprint, tenantId),
    refetchInterval: every(LIST_MS),
  });

/** What a plan would do; asked again each time it is opened. */
export const reviveDraft = (scope: ReviveScope) =>
  queryOptions({
    queryKey: key("routines", "revive draft", scope),
    queryFn: () => backend().draftRevivePlan(scope),
    gcTime: 0,
  });

export const revivePlan = (id: RevivePlanId) =>
  queryOptions({
    queryKey: key("routines", "revive plan", id),
    queryFn: () => backend().getRevivePlan(id),
    refetchInterval: every(LIVE_MS),
  });

export const revivePlans = () =>
  queryOptions({
    queryKey: key("routines", "revive plans"),
    queryFn: () => backend().listRevivePlans(),
    refetchInterval: every(LIST_MS),
  });

/** One page of routines; the cursor is part of the query. */
export const routines = (query: RoutineQuery) =>
  queryOptions({
    queryKey: key("routines", "page", query),
    queryFn: () => backend().listRoutines(query),
    refetchInterval: every(LIST_MS),
    placeholderData: keepPreviousData,
  });

/** How many routines each view holds, over all tenants. */
export const routineCounts = () =>
  queryOptions({
    queryKey: key("routines", "counts"),
    queryFn: async () => {
      const page = await backend().listRoutines({
        view: "all",
        search: null,
        states: [],
        tenant_id: null,
        sort: "name",
        cursor: null,
        limit: 1,
      });
      return page.counts;
    },
    refetchInterval: every(LIST_MS),
  });

/** The list from its beginning, page after page, each from the cursor that the one before handed out. */
export const routinePages = (query: Omit<RoutineQuery, "cursor">) =>
  infiniteQueryOptions({
    queryKey: key("routines", "pages", query),
    queryFn: ({ pageParam }) => backend().listRoutines({ ...query, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: every(LIST_MS),
    placeholderData: keepPreviousData,
  });

export const routine = (id: RoutineId) =>
  queryOptions({
    queryKey: key("routines", "one", id),
    queryFn: () => backend().getRoutine(id),
    refetchInterval: every(LIST_MS),
  });

/** How many routines match; exact to 10,000, then 10,001. */
export const matchingCount = (matching: RoutineMatch) =>
  queryOptions({
    queryKey: key("routines", "matching", matching),
    queryFn: () => backend().countMatchingRoutines(matching),
    refetchInterval: every(COUNT_MS),
  });

export const owners = (tenantId: TenantId | null) =>
  queryOptions({
    queryKey: key("routines", "owners", tenantId),
    queryFn: () => backend().listOwners(tenantId),
  });

export const routineChanges = (id: RoutineId) =>
  queryOptions({
    queryKey: key("routines", "changes", id),
    queryFn: () => backend().getRoutineChanges(id),
  });

export const routineFires = (id: RoutineId) =>
  infiniteQueryOptions({
    queryKey: key("runs", "fires", id),
    queryFn: ({ pageParam }) => backend().getRoutineFires(id, pageParam, 50),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: every(LIST_MS),
  });

export const routineHealth = (id: RoutineId) =>
  queryOptions({
    queryKey: key("runs", "health", id),
    queryFn: () => backend().getRoutineHealth(id),
    refetchInterval: every(LIST_MS),
  });

/** The bulk action that is under way. */
export const bulkProgress = () =>
  queryOptions({
    queryKey: key("bulk"),
    queryFn: () => backend().getBulkProgress(),
    refetchInterval: BULK_MS,
  });

/** What another policy would do. */
export const policyPreview = (id: TenantId, policy: TenantPolicy) =>
  queryOptions({
    queryKey: key("tenants", "preview", id, policy),
    queryFn: () => backend().previewTenantPolicy(id, policy),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** What is about to be removed of a tenant's history. */
export const retention = (id: TenantId) =>
  queryOptions({
    queryKey: key("tenants", "retention", id),
    queryFn: () => backend().getRetention(id),
  });

export const triggerPreview = (request: PreviewRequest) =>
  queryOptions({
    queryKey: key("routines", "preview", request),
    queryFn: () => backend().previewTrigger(request),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** What saving another trigger would change. */
export const triggerDiff = (request: DiffRequest) =>
  queryOptions({
    queryKey: key("routines", "diff", request),
    queryFn: () => backend().diffTrigger(request),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const zones = () =>
  queryOptions({
    queryKey: ["zones"],
    queryFn: () => backend().listZones(),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How the far past and the far future look moves slowly, and costs more to ask. */
const TIMELINE_MS = 15_000;

export const today = (tenantId: TenantId | null) =>
  queryOptions({
    queryKey: key("routines", "today", tenantId),
    queryFn: () => backend().getToday(tenantId),
    refetchInterval: every(LIVE_MS),
    placeholderData: keepPreviousData,
  });

/** The same, asked more rarely, for the summaries that are told on every page. */
export const watched = () => ({ ...today(null), refetchInterval: every(10_000) });

export const timeline = (tenantId: TenantId | null) =>
  queryOptions({
    queryKey: ["timeline", tenantId],
    queryFn: () => backend().getTimeline(tenantId),
    refetchInterval: every(TIMELINE_MS),
    placeholderData: keepPreviousData,
  });

/** The journal from its newest entry, page after page. */
export const journalPages = (query: Omit<JournalQuery, "cursor">) =>
  infiniteQueryOptions({
    // Every change of a routine is an entry.
    queryKey: key("routines", "journal", query),
    queryFn: ({ pageParam }) => backend().listJournal({ ...query, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: every(LIST_MS),
    placeholderData: keepPreviousData,
  });

export const settings = () =>
  queryOptions({ queryKey: key("connection", "settings"), queryFn: () => backend().getSettings() });

export const runs = (query: RunQuery) =>
  queryOptions({
    queryKey: key("runs", "page", query),
    queryFn: () => backend().listRuns(query),
    refetchInterval: every(LIST_MS),
    placeholderData: keepPreviousData,
  });

/** Which part of history is asked for. */
export interface RunWindow {
  /** Stands for the bounds in the key: "the last hour" has other ones with every question. */
  name: string;
  bounds: () => Pick<RunQuery, "from" | "to">;
}

/** History from its newest row, page after page, each from the cursor that the one before handed out. */
export const runPages = (query: Omit<RunQuery, "cursor" | "from" | "to">, window: RunWindow) =>
  infiniteQueryOptions({
    queryKey: key("runs", "pages", query, window.name),
    queryFn: ({ pageParam }) =>
      backend().listRuns({ ...query, ...window.bounds(), cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: LIST_MS,
    placeholderData: keepPreviousData,
  });

export const run = (id: RunId) =>
  queryOptions({
    queryKey: key("runs", "one", id),
    queryFn: () => backend().getRun(id),
    refetchInterval: every(LIVE_MS),
  });

/** What became of the past 24 hours, for so many routines one by one. */
export const evidence = (limit: number) =>
  queryOptions({
    queryKey: key("scheduler", "evidence", limit),
    queryFn: () =>
      backend().getEvidence({ tenant_id: null, routine_id: null, from: null, to: null, limit }),
    refetchInterval: every(EVIDENCE_MS),
    placeholderData: keepPreviousData,
  });

/** Why a routine did or did not fire at a time; none asks for its last planned one. */
export const explanation = (routineId: RoutineId, at: string | null) =>
  queryOptions({
    queryKey: key("runs", "explanation", routineId, at),
    queryFn: () => backend().explainFire(routineId, at),
    refetchInterval: every(LIST_MS),
  });

/** The endpoints that are down, and what waits for them. */
export const endpoints = () =>
  queryOptions({
    queryKey: key("scheduler", "endpoints"),
    queryFn: () => backend().listEndpointsDown(),
    refetchInterval: every(LIST_MS),
  });

/** The last success lies in the past: asked for once. */
export const runComparison = (id: RunId) =>
  queryOptions({
    queryKey: key("runs", "comparison", id),
    queryFn: () => backend().compareRun(id),
  });

/** What an action would do; it is asked for anew each time its dialog opens. */
export const consequence = (id: RoutineId, action: RoutineAction, until: string | null) =>
  queryOptions({
    queryKey: key("routines", "consequence", id, action, until),
    queryFn: () => backend().getConsequence(id, action, until),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

/** The same of many at once. */
export const bulkConsequence = (request: BulkRequest) =>
  queryOptions({
    queryKey: key("routines", "consequence", request),
    queryFn: () => backend().getBulkConsequence(request),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

/** The clock and the faults of the open database. */
export const sandbox = () =>
  queryOptions({
    queryKey: key("scheduler", "sandbox"),
    queryFn: () => backend().getSandbox(),
    refetchInterval: every(LIVE_MS),
  });

/** How far the simulation under way has come. */
export const simulateProgress = () =>
  queryOptions({
    queryKey: key("scheduler", "simulate progress"),
    queryFn: () => backend().getSimulateProgress(),
    refetchInterval: BULK_MS,
  });

export const scheduler = (withWork: boolean) =>
  queryOptions({
    queryKey: key("scheduler", withWork),
    queryFn: () => backend().getScheduler(withWork),
    // What tells that the database answers again, so it goes on where other reads rest.
    refetchInterval: ({ state }) =>
      state.status === "error"
        ? askAgainAfter(state.dataUpdatedAt === 0 ? 0 : Date.now() - state.dataUpdatedAt)
        : every(LIVE_MS)(),
    placeholderData: keepPreviousData,
  });
