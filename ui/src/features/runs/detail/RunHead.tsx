import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, Copy, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type RunDetail, reads } from "@/backend";
import { Button } from "@/components/Button";
import { useNow, useZone } from "@/components/clock";
import { useCommands } from "@/components/commands";
import { Dialog } from "@/components/Dialog";
import { StatusWord } from "@/components/StatusWord";
import { useToasts } from "@/components/Toast";
import { Answer } from "./Answer";
import { fireLine, fireName } from "./fireLine";
import styles from "./RunHead.module.css";
import { runReport } from "./report";
import { useNeighbours } from "./useNeighbours";
import { useRunAgain } from "./useRunAgain";

/** Which run this is, what became of it, and what can be done. */
export function RunHead({ run }: { run: RunDetail }) {
  const { row } = run;
  const now = useNow();
  const zone = useZone();
  const { data: routine } = useQuery(reads.routine(row.routine_id));
  const [asking, setAsking] = useState(false);
  const toasts = useToasts();
  const again = useRunAgain(run);
  const runAgain = () => (again.asksFirst ? setAsking(true) : again.start());
  const copy = () =>
    void navigator.clipboard.writeText(runReport(run)).then(
      () => toasts.done("Report copied, secrets masked"),
      () => toasts.refused("Copy failed.", "The clipboard did not take the text."),
    );
  useDetailCommands(run, { copy, runAgain, held: again.disabledReason });
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
        <Button icon={Copy} onClick={copy}>
          Copy report
        </Button>
        <Button
          tone="primary"
          icon={Play}
          keys="r"
          busy={again.busy}
          disabledReason={again.disabledReason}
          onClick={runAgain}
        >
          {again.asksFirst ? "Run again with this input…" : "Run again with this input"}
        </Button>
      </div>
      <div className={styles.titleLine}>
        <h1>{row.routine_name}</h1>
        <StatusWord status={row.status} pill />
        <span className={styles.fire}>
          {fireLine(row, routine?.row.trigger.zone ?? null, now, zone)}
        </span>
      </div>
      <p className={styles.answer}>
        <Answer run={run} />
      </p>
      {again.disabledReason && <p className={styles.held}>{again.disabledReason}</p>}
      <Ask
        open={asking}
        title={`Run “${row.routine_name}” again on ${again.connection}?`}
        busy={again.busy}
        onClose={() => setAsking(false)}
        onConfirm={() => again.start(() => setAsking(false))}
      >
        One extra run starts by hand, with the input of this run. The schedule does not move.
      </Ask>
    </header>
  );
}

interface AskProps {
  open: boolean;
  title: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}

function Ask({ open, title, busy, onClose, onConfirm, children }: AskProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      confirm={{ label: "Run again", busy, onConfirm }}
    >
      <p>{children}</p>
    </Dialog>
  );
}

interface Actions {
  copy: () => void;
  runAgain: () => void;
  held: string | undefined;
}

function useDetailCommands(run: RunDetail, { copy, runAgain, held }: Actions) {
  const { previous, next } = useNeighbours(run.row);
  const navigate = useNavigate();
  const go = (runId: string | undefined) =>
    runId !== undefined &&
    void navigate({
      to: "/runs/$runId",
      params: { runId },
      search: (before) => ({ tenant: before.tenant }),
      replace: true,
    });
  useCommands([
    {
      id: "run.previous",
      label: "Previous run of this routine",
      keys: "[",
      hint: "previous, next run",
      hintKeys: "[ ]",
      disabledReason: previous ? undefined : "This is the oldest run.",
      run: () => go(previous?.id),
    },
    {
      id: "run.next",
      label: "Next run of this routine",
      keys: "]",
      disabledReason: next ? undefined : "This is the newest run.",
      run: () => go(next?.id),
    },
    { id: "run.copy", label: "Copy report", keys: "c", hint: "copy report", icon: Copy, run: copy },
    {
      id: "run.again",
      label: "Run again with this input",
      keys: "r",
      hint: "run again",
      icon: Play,
      disabledReason: held,
      run: runAgain,
    },
  ]);
}
