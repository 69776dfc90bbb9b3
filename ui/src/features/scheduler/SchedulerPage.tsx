import { useQuery } from "@tanstack/react-query";
import { RefreshCw, Square, SquarePlay } from "lucide-react";
import { useState } from "react";
import { reads, useConnection, useWrite } from "@/backend";
import { Button } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { ErrorBand } from "@/components/ErrorBand";
import { PageHead } from "@/components/PageHead";
import { SkeletonRows } from "@/components/SkeletonRows";
import { useToasts } from "@/components/Toast";
import { EmbeddedFact } from "./EmbeddedFact";
import { EndpointsDown } from "./EndpointsDown";
import { Evidence } from "./Evidence";
import { Hubs } from "./Hubs";
import styles from "./Scheduler.module.css";
import { Sweeps } from "./Sweeps";
import { Faults } from "./sandbox/Faults";
import clock from "./sandbox/Sandbox.module.css";
import { useSandbox } from "./sandbox/useSandbox";
import { VirtualClock } from "./sandbox/VirtualClock";
import { Workers } from "./Workers";

/** Who sweeps, how it went, and the scheduler inside this app. */
export function SchedulerPage() {
  const [withWork, setWithWork] = useState(true);
  const { data, error, isFetching, refetch } = useQuery(reads.scheduler(withWork));
  const { readOnlyReason } = useConnection();
  const toasts = useToasts();
  const start = useWrite("startScheduler");
  const stop = useWrite("stopScheduler");
  const sweep = useWrite("sweepOnce");
  const running = data?.embedded.running ?? false;
  const sandbox = useSandbox();

  const refuse = (verb: string) => ({
    onError: (refused: Error) => toasts.refused(`${verb} failed.`, refused.message),
  });
  const sweepOnce = () => sweep.mutate([], refuse("Sweep once"));
  const toggle = () =>
    running
      ? stop.mutate([], refuse("Stop scheduler"))
      : start.mutate([], refuse("Start scheduler"));
  useCommands([
    {
      id: "scheduler.sweep",
      label: "Sweep once",
      keys: "s",
      hint: "sweep once",
      disabledReason: readOnlyReason,
      run: sweepOnce,
    },
    {
      id: "scheduler.toggle",
      label: running ? "Stop the embedded scheduler" : "Start the embedded scheduler",
      disabledReason: readOnlyReason,
      run: toggle,
    },
  ]);
  return (
    <>
      <PageHead
        title="Scheduler"
        fact={data && <EmbeddedFact status={data} />}
        actions={
          <>
            <Button
              icon={RefreshCw}
              keys="s"
              busy={sweep.isPending}
              disabledReason={readOnlyReason}
              onClick={sweepOnce}
            >
              Sweep once
            </Button>
            <Button
              tone={running ? "danger" : "primary"}
              icon={running ? Square : SquarePlay}
              busy={start.isPending || stop.isPending}
              disabledReason={readOnlyReason}
              onClick={toggle}
            >
              {running ? "Stop scheduler" : "Start scheduler"}
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        {error && (
          <ErrorBand
            title="The scheduler could not be read."
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {error.message}
          </ErrorBand>
        )}
        {!data && !error && <SkeletonRows columns={6} tracks="2fr 1fr 1fr 1fr 1fr 1fr" />}
        {data && (
          <>
            <EndpointsDown />
            {sandbox.data && (
              <div className={clock.top} data-alone={!sandbox.data.is_sandbox || undefined}>
                <VirtualClock sandbox={sandbox} />
                <Faults sandbox={sandbox} />
              </div>
            )}
            <Workers status={data} />
            <Hubs probes={data.hub_probes} />
            <div className={clock.top}>
              <Sweeps sweeps={data.sweeps} withWork={withWork} onWithWork={setWithWork} />
              <Evidence rows={8} />
            </div>
          </>
        )}
      </div>
    </>
  );
}
