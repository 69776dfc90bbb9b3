import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { reads, useDeskEvents, useLive } from "@/backend";
import { ClockProvider } from "@/components/clock";
import { DensityProvider } from "@/components/density";
import { ErrorBand } from "@/components/ErrorBand";
import { SavedViews } from "@/features/routines/views/SavedViews";
import { Announcer } from "./Announcer";
import { Confirmer } from "./Confirmer";
import { DeskBanner } from "./DeskBanner";
import { Frame } from "./Frame";
import { Shell } from "./Shell";
import { TenantScope } from "./TenantScope";
import { useAppliedSettings } from "./useAppliedSettings";
import { useDeskClock } from "./useDeskClock";
import { useReadingPause } from "./useReadingPause";
import { useStaleness } from "./useStaleness";
import { badges, connectionView, liveView, schedulerView } from "./view-of";

/** Whether a database is open that can be read: all pages but a few need one. */
export function Root() {
  useDeskEvents();
  useReadingPause();
  const settings = useAppliedSettings();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const app = useQuery(reads.appStatus());
  const connection = app.data?.connection ?? null;
  const ready = connection?.schema.kind === "current" && !connection.without_tenants;
  const scheduler = useQuery({ ...reads.scheduler(true), enabled: ready });
  const counted = useQuery({ ...reads.routineCounts(), enabled: ready });
  const day = useQuery({ ...reads.watched(), enabled: ready });
  const staleness = useStaleness(scheduler);
  const follows = useLive();
  const read = useDeskClock(
    scheduler.data && {
      now: scheduler.data.now,
      receivedAt: scheduler.dataUpdatedAt,
      rate: scheduler.data.virtual_time?.rate ?? 1,
    },
  );
  const navigate = useNavigate();
  const virtual = ready ? scheduler.data?.virtual_time : null;

  if (app.isPending) return null;
  const needsNone = path === "/settings" || path === "/bundles" || path.startsWith("/connections");
  if (!connection && path !== "/welcome" && !needsNone) return <Navigate to="/welcome" />;
  if (connection && !ready && !needsNone) return <Navigate to="/connections" />;
  if (ready && path === "/welcome") return <Navigate to="/today" />;
  return (
    <ClockProvider read={read} zone={app.data?.viewer_zone}>
      <DensityProvider value={settings?.density ?? "comfortable"}>
        <Frame
          connection={connectionView(connection)}
          opened={connection}
          virtual={
            virtual
              ? { speed: virtual.words, onOpen: () => void navigate({ to: "/scheduler" }) }
              : undefined
          }
          live={ready ? liveView(follows, staleness, scheduler) : null}
          scheduler={ready ? schedulerView(scheduler.data) : null}
          badges={ready ? badges(counted.data, scheduler.data) : {}}
          scope={ready ? <TenantScope /> : undefined}
          views={ready ? <SavedViews /> : undefined}
          banner={
            ready && (
              <DeskBanner
                scheduler={scheduler}
                staleness={staleness}
                name={connection.name}
                protection={connection.protection}
              />
            )
          }
          bare={!ready && path === "/welcome"}
        >
          {app.isError ? (
            <ErrorBand title="The application does not answer." onRetry={() => void app.refetch()}>
              {app.error.message}
            </ErrorBand>
          ) : (
            <Outlet />
          )}
        </Frame>
        <Confirmer />
        <Shell />
        {ready && (
          <Announcer
            attention={day.data?.attention}
            silent={scheduler.data?.heartbeat.silent ?? false}
            notices={settings?.notices}
          />
        )}
      </DensityProvider>
    </ClockProvider>
  );
}
