import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { reads, type SimulateRequest, useWrite } from "@/backend";
import { Button } from "@/components/Button";
import { Checkbox } from "@/components/Checkbox";
import { ErrorBand } from "@/components/ErrorBand";
import { Segment } from "@/components/Segment";
import { Sheet } from "@/components/Sheet";
import { TextField } from "@/components/TextField";
import { count } from "@/components/time";
import { useGo } from "../addresses";
import { Ahead } from "./Ahead";
import styles from "./Simulate.module.css";
import { DAYS, readSimulateSearch, type SimulateSearch } from "./search";

const NO_FAULTS = {
  hub_unavailable: null,
  launch_unanswered: null,
  worker_dies: null,
  database_busy: null,
  clock_ahead: null,
  runs_too_long: null,
};

function requestOf({ of, days, seed, refuses }: SimulateSearch): SimulateRequest {
  return {
    routines: of?.split(",") ?? [],
    from: null,
    days: days ?? 7,
    faults: { ...NO_FAULTS, seed: seed ?? 0, hub_unavailable: refuses ?? null },
  };
}

/** `/routines/simulate`: what will happen, by the engine itself, on a copy. */
export function SimulateSheet() {
  const search = readSimulateSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = useGo();
  const { mutate, data, error, isPending } = useWrite("simulate");
  const stop = useWrite("stopSimulate");
  const request = JSON.stringify(requestOf(search));
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (asked.current === request || isPending) return;
    asked.current = request;
    mutate([JSON.parse(request) as SimulateRequest]);
  }, [request, isPending, mutate]);
  const change = (next: Partial<SimulateSearch>) =>
    void navigate({
      to: "/routines/simulate",
      search: (before) => ({ ...before, ...search, ...next }),
      replace: true,
    });
  const close = () => {
    if (isPending) stop.mutate([]);
    go.list();
  };
  const chosen = search.of?.split(",").length;
  return (
    <Sheet
      open
      onClose={close}
      title="What will happen?"
      detail={`${chosen === undefined ? "All routines in the schedule" : chosen === 1 ? "1 routine" : `${count(chosen)} routines`}, run by the engine on a copy. Nothing here is touched.`}
      footer={isPending ? <Progress onStop={() => stop.mutate([])} /> : undefined}
    >
      <div className={styles.asked}>
        <Segment
          label="How far"
          size={24}
          value={String(search.days ?? 7)}
          options={DAYS.map((days) => ({
            value: String(days),
            label: days === 1 ? "1 day" : `${days} days`,
          }))}
          onChange={(days) => change({ days: Number(days) })}
        />
        <Checkbox
          label="With a hub that answers 503 for 1 launch in 4"
          checked={search.refuses !== undefined}
          onChange={(on) => change({ refuses: on ? 4 : undefined })}
        />
        {search.refuses !== undefined && (
          <div className={styles.seed}>
            <Seed seed={search.seed ?? 0} onSeed={(seed) => change({ seed })} />
          </div>
        )}
      </div>
      {error && (
        <ErrorBand
          title="The simulation failed."
          onRetry={() => mutate([requestOf(search)])}
          retrying={isPending}
        >
          {error.message}
        </ErrorBand>
      )}
      {data && <Ahead report={data} />}
      {!data && isPending && <p className={styles.waiting}>The engine runs ahead…</p>}
    </Sheet>
  );
}

function Seed({ seed, onSeed }: { seed: number; onSeed: (seed: number) => void }) {
  const [text, setText] = useState(String(seed));
  const commit = () => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= 0) onSeed(number);
  };
  return (
    <TextField
      label="Seed"
      layout="inside"
      inputMode="numeric"
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}

function Progress({ onStop }: { onStop: () => void }) {
  const { data } = useQuery(reads.simulateProgress());
  const percent = data?.percent ?? 0;
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label="Simulated" />
      <span>{percent} %</span>
      <Button busy={data?.stopping} onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}
