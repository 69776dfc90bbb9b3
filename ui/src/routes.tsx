import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from "@tanstack/react-router";
import { Root } from "./app/Root";
import { ConnectionsPage } from "./features/connections/ConnectionsPage";
import { RoutinesPage } from "./features/routines/RoutinesPage";
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

const routines = createRoute({
  getParentRoute: () => root,
  path: "/routines",
  component: RoutinesPage,
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
  routeTree: root.addChildren([start, routines, runs, run, scheduler, connections]),
  // The desktop serves one file: the address lives behind the hash.
  history: createHashHistory(),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
