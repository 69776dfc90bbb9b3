import { QueryClient } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { Providers } from "@/app/Providers";
import { ClockProvider } from "@/components/clock";
import { NOW } from "./now";

export { NOW };

interface Options {
  /** The address that is open: "/routines?state=failing". */
  at?: string;
  /** The route the page stands on, for its search and params: "/routines/$id". */
  path?: string;
  now?: number;
  zone?: string;
}

/** A page with everything it may count on: router, queries, clock, commands, toasts. */
export async function renderPage(page: ReactNode, options: Options = {}) {
  const { at = "/", path = at.split("?")[0] ?? "/", now = NOW, zone = "Europe/Vienna" } = options;
  const root = createRootRoute({ component: Outlet });
  const own = createRoute({ getParentRoute: () => root, path, component: () => page });
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: "$",
    component: () => <p>elsewhere</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([own, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const read = () => now;
  const view = render(
    <Providers queries={queries}>
      <ClockProvider read={read} zone={zone} tickMs={0}>
        {/* The product's routes are not these, so the types cannot agree. */}
        <RouterProvider router={router as never} />
      </ClockProvider>
    </Providers>,
  );
  await act(() => router.load());
  return { ...view, router, queries };
}
