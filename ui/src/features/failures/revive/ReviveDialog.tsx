import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import {
  answerTo,
  failure,
  type ReviveDraft,
  type ReviveScope,
  reads,
  useConnection,
  useWrite,
} from "@/backend";
import { Dialog } from "@/components/Dialog";
import { ErrorBand } from "@/components/ErrorBand";
import { TextField } from "@/components/TextField";
import { useToasts } from "@/components/Toast";
import { useGo } from "../addresses";
import { counted } from "../laneWords";
import { Consequence } from "./Consequence";
import { NO_CANARY, type PlanChoices, usualChoices } from "./choices";
import styles from "./Revive.module.css";
import { Steps } from "./Steps";

interface ReviveDialogProps {
  scope: ReviveScope;
  onClose: () => void;
}

/** Draft of a plan: who is tried first, over how long the others follow, what it will do. */
export function ReviveDialog({ scope, onClose }: ReviveDialogProps) {
  const { data: draft, error, isFetching, refetch } = useQuery(reads.reviveDraft(scope));
  const { name, asksOfMany, readOnlyReason } = useConnection();
  const [chosen, setChosen] = useState<Partial<PlanChoices>>({});
  const [typed, setTyped] = useState("");
  const toasts = useToasts();
  const go = useGo();
  const start = useWrite("startRevivePlan");
  const choices = { ...usualChoices(draft), ...chosen };
  const count = draft?.candidates.length ?? 0;
  const asks = asksOfMany(count);
  const asksName = asks === "typed_name";
  const blocked =
    readOnlyReason ??
    (draft === undefined ? "The plan is being worked out." : undefined) ??
    (count === 0 ? "There is nothing to revive." : undefined) ??
    (asksName && typed !== name ? `Type ${name} to confirm.` : undefined);
  const begin = async (of: ReviveDraft) => {
    try {
      const plan = await start.mutateAsync([
        {
          subject: of.subject,
          routines: of.candidates.map(({ id, revision }) => ({ id, revision })),
          canary: choices.canary === NO_CANARY ? null : choices.canary,
          spread_seconds: choices.spreadSeconds,
          stop_after: choices.stopAfter,
        },
        ...answerTo(asks, typed),
      ]);
      go.plan(plan.id);
    } catch (thrown) {
      toasts.refused("Revive failed.", failure(thrown).message);
    }
  };
  const canary = choices.canary !== NO_CANARY;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title(scope, count, name)}
      footnote={
        <span className={styles.footnote}>
          <Undo2 size={14} aria-hidden /> Can be stopped at any time, undo for 30 s
        </span>
      }
      confirm={{
        label: canary ? "Start with the canary" : "Start",
        busy: start.isPending,
        disabledReason: blocked,
        onConfirm: () => draft && void begin(draft),
      }}
    >
      {error && (
        <ErrorBand
          title="The plan could not be worked out."
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {error.message}
        </ErrorBand>
      )}
      {!draft && !error && <p>Working out what would be revived…</p>}
      {draft && (
        <>
          <p className={styles.subject}>{of(draft)}</p>
          {count > 0 && (
            <Steps
              draft={draft}
              choices={choices}
              onChange={(part) => setChosen({ ...chosen, ...part })}
            />
          )}
          <Consequence draft={draft} />
          {asksName && (
            <TextField
              label={`Type ${name} to confirm, because this changes ${counted(count, "routine")}`}
              layout="stack"
              value={typed}
              onChange={setTyped}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function title(scope: ReviveScope, count: number, connection: string): string {
  const [verb, kind] =
    scope.lane === "off" ? ["Switch on", "switched-off"] : ["Revive", "dead-lettered"];
  return `${verb} ${counted(count, `${kind} routine`)} on ${connection}?`;
}

function of({ subject, tenant_names: names }: ReviveDraft): string {
  if (names.length === 0) return subject;
  return names.length === 1
    ? `${subject}, all at ${names[0]}`
    : `${subject}, of ${counted(names.length, "tenant")}`;
}
