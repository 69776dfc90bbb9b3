import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from "@tanstack/react-router";
import { Root } from "./app/Root";
import { ConnectionsPage } from "./features/connections/ConnectionsPage";
import { WelcomePage } from "./features/connections/WelcomePage";
import { ErrorPage } from "./features/failures/error/ErrorPage";
import { FailuresPage } from "./features/failures/FailuresPage";
import { PlanPage } from "./features/failures/revive/PlanPage";
import { readSearch as readFailuresSearch } from "./features/failures/search";
import { EditRoutine, NewRoutine } from "./features/routines/editor/EditorRoutes";
import { RoutinePage } from "./features/routines/RoutinePage";
import { RoutinesPage } from "./features/routines/RoutinesPage";
import { readSearch as readRoutinesSearch } from "./features/routines/search";
import { RunPage } from "./features/runs/detail/RunPage";
import { RunsPage } from "./features/runs/RunsPage";
import { readDetailSearch, readSearch as readRunsSearch } from "./features/runs/search";
import { SchedulerPage } from "./features/scheduler/SchedulerPage";

/** Every address of the app. Filters live in the search part, checked by the feature that owns them. */

const root = createRootRoute({ component: Root });

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/routines" });
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

const routine = createRoute({
  getParentRoute: () => root,
  path: "/routines/$id",
  component: RoutinePage,
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

const connections = createRoute({
  getParentRoute: () => root,
  path: "/connections",
  component: ConnectionsPage,
});

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    welcome,
    routines.addChildren([newRoutine, editRoutine]),
    routine,
    runs,
    run,
    failures,
    failureLane,
    failureError,
    revivePlan,
    scheduler,
    connections,
  ]),
  // The desktop serves one file: the address lives behind the hash.
  history: createHashHistory(),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
