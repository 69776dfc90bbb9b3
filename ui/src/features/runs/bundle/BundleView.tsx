import { useState } from "react";
import type { Bundle, RunDetail } from "@/backend";
import { Card } from "@/components/Card";
import { Explanation } from "@/components/Explanation";
import { Segment } from "@/components/Segment";
import { StatusWord } from "@/components/StatusWord";
import { Answer } from "../detail/Answer";
import { Attempts } from "../detail/Attempts";
import { Output } from "../detail/Output";
import { RunFacts } from "../detail/RunFacts";
import head from "../detail/RunHead.module.css";
import page from "../detail/RunPage.module.css";
import { BundleChanges } from "./BundleChanges";
import { BundleSweeps } from "./BundleSweeps";

/** The page of a run, without what would ask a database. */
export function BundleView({ bundle }: { bundle: Bundle }) {
  const { run: own, attempts, explanation } = bundle;
  const [shown, setShown] = useState(own.row.id);
  const run = attempts.find(({ row }) => row.id === shown) ?? own;
  return (
    <>
      <header className={head.head}>
        <div className={head.titleLine}>
          <h1>{run.row.routine_name}</h1>
          <StatusWord status={run.row.status} pill />
          <span className={head.fire}>{run.row.tenant_name}</span>
        </div>
        <p className={head.answer}>
          <Answer run={run} />
        </p>
        <Which attempts={attempts} shown={run.row.id} onShow={setShown} />
      </header>
      <div className={page.body}>
        <div className={page.main}>
          <Attempts run={run} offline />
          {explanation && (
            <Card flush title="Why did it (not) fire?">
              <Explanation answer={explanation.answer} checks={explanation.checks} offline />
            </Card>
          )}
          <Output key={run.row.id} run={run} />
          <BundleSweeps sweeps={bundle.sweeps} workers={bundle.workers} />
          <BundleChanges changes={bundle.changes} routine={bundle.routine} />
        </div>
        <RunFacts key={run.row.id} run={run} offline />
      </div>
    </>
  );
}

interface WhichProps {
  attempts: readonly RunDetail[];
  shown: string;
  onShow: (id: string) => void;
}

function Which({ attempts, shown, onShow }: WhichProps) {
  if (attempts.length < 2) return null;
  return (
    <Segment
      label="Attempt"
      size={24}
      value={shown}
      onChange={onShow}
      options={attempts.map(({ row }) => ({ value: row.id, label: `Attempt ${row.attempt}` }))}
    />
  );
}
