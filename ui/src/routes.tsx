import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from "@tanstack/react-router";
import { Root } from "./app/Root";
import { ConnectionsPage } from "./features/connections/ConnectionsPage";
import { readSearch as readConnectionsSearch } from "./features/connections/search";
import { WelcomePage } from "./features/connections/WelcomePage";
import { ErrorPage } from "./features/failures/error/ErrorPage";
import { FailuresPage } from "./features/failures/FailuresPage";
import { PlanPage } from "./features/failures/revive/PlanPage";
import { readSearch as readFailuresSearch } from "./features/failures/search";
import { FirePage } from "./features/fires/FirePage";
import { JournalPage } from "./features/journal/JournalPage";
import { readSearch as readJournalSearch } from "./features/journal/search";
import { DefinitionsPage } from "./features/routines/definitions/DefinitionsPage";
import { readDefinitionsSearch } from "./features/routines/definitions/search";
import { EditRoutine, NewRoutine } from "./features/routines/editor/EditorRoutes";
import { RoutinePage } from "./features/routines/RoutinePage";
import { RoutinesPage } from "./features/routines/RoutinesPage";
import { readSearch as readRoutinesSearch } from "./features/routines/search";
import { SimulateSheet } from "./features/routines/simulate/SimulateSheet";
import { readSimulateSearch } from "./features/routines/simulate/search";
import { BundlePage } from "./features/runs/bundle/BundlePage";
import { RunPage } from "./features/runs/detail/RunPage";
import { RunsPage } from "./features/runs/RunsPage";
import { readDetailSearch, readSearch as readRunsSearch } from "./features/runs/search";
import { EvidencePage } from "./features/scheduler/EvidencePage";
import { SchedulerPage } from "./features/scheduler/SchedulerPage";
import { SettingsPage } from "./features/settings/SettingsPage";
import { readTenantsSearch } from "./features/tenants/search";
import { TenantsPage } from "./features/tenants/TenantsPage";
import { readSearch as readTodaySearch } from "./features/today/search";
import { TodayPage } from "./features/today/TodayPage";

/** Every address of the app. Filters live in the search part, checked by the feature that owns them. */

const root = createRootRoute({ component: Root });

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/today" });
  },
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  component: WelcomePage,
});

const routines = createRoute({
  getParentRoute: () => root,
  path: "/routines",
  validateSearch: readRoutinesSearch,
  component: RoutinesPage,
});

/** The editor is a sheet over the list. */
const newRoutine = createRoute({
  getParentRoute: () => routines,
  path: "new",
  component: NewRoutine,
});

const editRoutine = createRoute({
  getParentRoute: () => routines,
  path: "$id/edit",
  component: EditRoutine,
});

/** As is a look ahead. */
const simulate = createRoute({
  getParentRoute: () => routines,
  path: "simulate",
  validateSearch: readSimulateSearch,
  component: SimulateSheet,
});

const routine = createRoute({
  getParentRoute: () => root,
  path: "/routines/$id",
  component: RoutinePage,
});

const routineFires = createRoute({
  getParentRoute: () => root,
  path: "/routines/$id/fires",
  component: () => <RoutinePage part="fires" />,
});

const routineChanges = createRoute({
  getParentRoute: () => root,
  path: "/routines/$id/changes",
  component: () => <RoutinePage part="changes" />,
});

const definitions = createRoute({
  getParentRoute: () => root,
  path: "/definitions",
  validateSearch: readDefinitionsSearch,
  component: DefinitionsPage,
});

const tenants = createRoute({
  getParentRoute: () => root,
  path: "/tenants",
  validateSearch: readTenantsSearch,
  component: TenantsPage,
});

const runs = createRoute({
  getParentRoute: () => root,
  path: "/runs",
  validateSearch: readRunsSearch,
  component: RunsPage,
});

const run = createRoute({
  getParentRoute: () => root,
  path: "/runs/$runId",
  validateSearch: readDetailSearch,
  component: RunPage,
});

const bundles = createRoute({
  getParentRoute: () => root,
  path: "/bundles",
  component: BundlePage,
});

const failures = createRoute({
  getParentRoute: () => root,
  path: "/failures",
  validateSearch: readFailuresSearch,
  component: FailuresPage,
});

const failureLane = createRoute({
  getParentRoute: () => root,
  path: "/failures/$lane",
  validateSearch: readFailuresSearch,
  component: FailuresPage,
});

const failureError = createRoute({
  getParentRoute: () => root,
  path: "/failures/error/$fingerprint",
  component: ErrorPage,
});

const revivePlan = createRoute({
  getParentRoute: () => root,
  path: "/failures/revive/$planId",
  component: PlanPage,
});

const scheduler = createRoute({
  getParentRoute: () => root,
  path: "/scheduler",
  component: SchedulerPage,
});

const evidence = createRoute({
  getParentRoute: () => root,
  path: "/scheduler/evidence",
  component: EvidencePage,
});

const fire = createRoute({
  getParentRoute: () => root,
  path: "/fires/$routineId/$occurrenceKey",
  component: FirePage,
});

const journal = createRoute({
  getParentRoute: () => root,
  path: "/journal",
  validateSearch: readJournalSearch,
  component: JournalPage,
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: SettingsPage,
});

const today = createRoute({
  getParentRoute: () => root,
  path: "/today",
  validateSearch: readTodaySearch,
  component: TodayPage,
});

const connections = createRoute({
  getParentRoute: () => root,
  path: "/connections",
  validateSearch: readConnectionsSearch,
  component: ConnectionsPage,
});

const oneConnection = createRoute({
  getParentRoute: () => root,
  path: "/connections/$id",
  validateSearch: readConnectionsSearch,
  component: ConnectionsPage,
});

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    welcome,
    routines.addChildren([newRoutine, editRoutine, simulate]),
    routine,
    routineFires,
    routineChanges,
    definitions,
    tenants,
    runs,
    run,
    bundles,
    failures,
    failureLane,
    failureError,
    revivePlan,
    scheduler,
    evidence,
    fire,
    connections,
    oneConnection,
    journal,
    settings,
    today,
  ]),
  // The desktop serves one file: the address lives behind the hash.
  history: createHashHistory(),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
