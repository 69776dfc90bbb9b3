import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { BellOff, CircleCheck, TrendingUp } from "lucide-react";
import { type ErrorPage as Answer, reads, useConnection } from "@/backend";
import { Button } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { ErrorBand } from "@/components/ErrorBand";
import { PageHead } from "@/components/PageHead";
import { SkeletonRows } from "@/components/SkeletonRows";
import { AbsoluteTime, RelativeTime } from "@/components/Time";
import { useGo } from "../addresses";
import { GrowthBars } from "../GrowthBars";
import { counted, laneWord } from "../laneWords";
import { MemberRow } from "../MemberRow";
import { useFailuresSearch } from "../useFailuresSearch";
import { useMute } from "../useMute";
import styles from "./ErrorPage.module.css";

/** Everything that fails with one error now, and how often it came. */
export function ErrorPage() {
  const { fingerprint } = useParams({ strict: false }) as { fingerprint: string };
  const { search } = useFailuresSearch();
  const { data, error, isFetching, refetch } = useQuery(
    reads.errorPage(fingerprint, search.tenant ?? null),
  );
  const go = useGo();
  return (
    <>
      <PageHead
        title="Failures with one error"
        fact={<code>{fingerprint}</code>}
        actions={
          <>
            <Button onClick={go.failures}>All failures</Button>
            {data && <MuteButton page={data} />}
          </>
        }
      />
      <div className={styles.page}>
        {error && (
          <ErrorBand
            title="The error could not be read."
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {error.message}
          </ErrorBand>
        )}
        {!data && !error && <SkeletonRows columns={3} tracks="2fr 1fr 1fr" />}
        {data && <Facts page={data} />}
        {data?.lanes
          .filter((lane) => lane.count > 0)
          .map((lane) => (
            <section key={lane.lane} className={styles.card} data-tone={laneWord(lane.lane).tone}>
              <h2>
                {laneWord(lane.lane).label} <span>{lane.count.toLocaleString("en-US")}</span>
              </h2>
              <ul>
                {lane.routines.map((routine) => (
                  <MemberRow key={routine.id} routine={routine} lane={lane.lane} />
                ))}
              </ul>
              {lane.count > lane.routines.length && (
                <p>The newest {lane.routines.length} are listed.</p>
              )}
            </section>
          ))}
      </div>
    </>
  );
}

function MuteButton({ page: { error } }: { page: Answer }) {
  const { readOnlyReason } = useConnection();
  const { mute, muting } = useMute();
  const turn = () => void mute(error, error.muted ? null : 24);
  const label = error.muted ? "Unmute" : "Mute for 24 h";
  useCommands([
    {
      id: "error.mute",
      label,
      icon: BellOff,
      keys: "m",
      hint: error.muted ? "unmute" : "mute",
      disabledReason: readOnlyReason,
      run: turn,
    },
  ]);
  return (
    <Button icon={BellOff} busy={muting} disabledReason={readOnlyReason} onClick={turn}>
      {label}
    </Button>
  );
}

function Facts({ page: { error, lanes } }: { page: Answer }) {
  const resolved = lanes.every((lane) => lane.count === 0);
  return (
    <section className={styles.card} data-tone={resolved ? "mute" : "bad"}>
      <h2>{error.sentence || "No routine fails with this error now"}</h2>
      {resolved && (
        <p className={styles.resolved}>
          <CircleCheck size={14} aria-hidden /> Resolved: nothing fails with it any more.
        </p>
      )}
      {error.growing && (
        <p className={styles.growing}>
          <TrendingUp size={14} aria-hidden /> It comes more often than it did.
        </p>
      )}
      {error.muted && (
        <p>
          Muted until <AbsoluteTime at={error.muted.until} /> by {error.muted.by}.
        </p>
      )}
      <p className={styles.facts}>
        {counted(error.failures, "failure")} in 24 h, first seen{" "}
        <RelativeTime at={error.first_seen} none="before errors were told apart" />, last{" "}
        <RelativeTime at={error.last_seen} none="before errors were told apart" />
        {error.code && (
          <>
            {" · "}
            <code>{error.code}</code>
          </>
        )}
      </p>
      <GrowthBars hours={error.hours} growing={error.growing} />
    </section>
  );
}
