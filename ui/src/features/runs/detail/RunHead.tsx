import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type RunDetail, reads, useWrite } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { StatusWord } from "@/components/StatusWord";
import { AbsoluteTime } from "@/components/Time";
import { useToasts } from "@/components/Toast";
import { Answer } from "./Answer";
import { fireLine, fireName } from "./fireLine";
import { RunActions } from "./RunActions";
import styles from "./RunHead.module.css";
import { runReport } from "./report";
import { frontActions } from "./runOffers";
import { useDetailCommands } from "./useDetailCommands";
import { useRunActions } from "./useRunActions";

/** Which run this is, what became of it, and what can be done. */
export function RunHead({ run }: { run: RunDetail }) {
  const { row } = run;
  const now = useNow();
  const zone = useZone();
  const { data: routine } = useQuery(reads.routine(row.routine_id));
  const toasts = useToasts();
  const actions = useRunActions(run);
  const copy = () =>
    void navigator.clipboard.writeText(runReport(run)).then(
      () => toasts.done("Report copied, secrets masked"),
      () => toasts.refused("Copy failed.", "The clipboard did not take the text."),
    );
  const bundle = useWrite("saveBundle");
  const saveBundle = () =>
    bundle.mutate([row.id], {
      onSuccess: (file) => toasts.done(`Bundle saved as ${file}, secrets hidden`),
      onError: (refused) => toasts.refused("The bundle was not saved.", refused.message),
    });
  useDetailCommands(run, actions, copy, saveBundle);
  const held = frontActions(run)
    .map((action) => actions.held(action))
    .find((reason) => reason !== undefined);
  return (
    <header className={styles.head}>
      <nav className={styles.trail} aria-label="Breadcrumb">
        <Link to="/runs" search={(before) => ({ tenant: before.tenant })}>
          Runs
        </Link>
        <ChevronRight size={13} aria-hidden />
        {/* The list of routines reads this; its search is not known here. */}
        <Link to="/routines" search={{ sel: row.routine_id }}>
          {row.routine_name}
        </Link>
        <ChevronRight size={13} aria-hidden />
        <span aria-current="page">{fireName(row, now, zone)}</span>
      </nav>
      <div className={styles.actions}>
        <RunActions run={run} actions={actions} onCopy={copy} onBundle={saveBundle} />
      </div>
      <div className={styles.titleLine}>
        <h1>{row.routine_name}</h1>
        <StatusWord status={row.status} pill />
        <span className={styles.fire}>
          {fireLine(row, routine?.row.trigger.zone ?? null, now, zone)}
        </span>
        {run.replay_of && (
          <Link
            to="/runs/$runId"
            params={{ runId: run.replay_of }}
            search={(before) => ({ tenant: before.tenant })}
          >
            replays another run
          </Link>
        )}
      </div>
      <p className={styles.answer}>
        <Answer run={run} />
        {run.cancel_requested && row.finished_at === null && (
          <>
            {" "}
            {run.cancel_requested.by} asked to cancel it at{" "}
            <AbsoluteTime at={run.cancel_requested.at} seconds />.
          </>
        )}
      </p>
      {held && <p className={styles.held}>{held}</p>}
      {actions.dialog}
    </header>
  );
}
