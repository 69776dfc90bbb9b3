import { Toast as Base } from "@base-ui/react/toast";
import { CircleCheck, CircleX, Undo2, X } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Button, IconButton } from "./Button";
import { useCommands } from "./commands";
import styles from "./Toast.module.css";

interface ToastData {
  kind: "done" | "undo" | "refused";
  /** Milliseconds the undo ring takes to empty. */
  lasts?: number;
  action?: { label: string; keys?: string; run: () => void };
}

export interface Toasts {
  /** "Started **Supplier price watch**", with a follow-up such as "Cancel run". */
  done(message: ReactNode, action?: { label: string; run: () => void }): void;
  /** Can be taken back while the ring empties: 10 s, in bulk 30 s. */
  undoable(message: ReactNode, undo: () => void, lasts?: number): void;
  /** Stays until it is closed. Title and cause as in ui-spec 4.6. */
  refused(title: string, cause: ReactNode, action?: { label: string; run: () => void }): void;
}

const DONE_MS = 6_000;
const UNDO_MS = 10_000;

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

export function useToasts(): Toasts {
  const { add } = Base.useToastManager<ToastData>();
  return useMemo(
    () => ({
      done: (title, action) =>
        void add({ title, timeout: DONE_MS, data: { kind: "done", action } }),
      undoable: (title, run, lasts = UNDO_MS) =>
        void add({
          title,
          timeout: lasts,
          data: { kind: "undo", lasts, action: { label: "Undo", keys: "Mod+z", run } },
        }),
      refused: (title, description, action) =>
        void add({
          title,
          description,
          timeout: 0,
          priority: "high",
          data: { kind: "refused", action },
        }),
    }),
    [add],
  );
}

/** Nothing to decide, so no dialog; a refusal is read out as an alert of its own. */
const NEWS = { role: "status", "aria-modal": undefined };
const REFUSAL = { ...NEWS, role: "group" };

const icons = { done: CircleCheck, undo: Undo2, refused: CircleX };

function ToastList() {
  const { toasts, close } = Base.useToastManager<ToastData>();
  const undo = toasts.find(
    (toast) => toast.data?.kind === "undo" && toast.transitionStatus !== "ending",
  );
  const take = (id: string, run?: () => void) => {
    close(id);
    run?.();
  };
  useCommands(
    undo
      ? [
          {
            id: "toast.undo",
            label: "Undo the last change",
            keys: "Mod+z",
            always: true,
            run: () => take(undo.id, undo.data?.action?.run),
          },
        ]
      : [],
  );
  // Base UI lists the newest first; here it stands at the bottom.
  return [...toasts].reverse().map((toast) => {
    const { kind = "done", lasts, action } = toast.data ?? {};
    const Icon = icons[kind];
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        {...(kind === "refused" ? REFUSAL : NEWS)}
        className={styles.toast}
        data-kind={kind}
      >
        <Base.Content className={styles.content}>
          <Icon size={15} aria-hidden />
          <div className={styles.text}>
            <Base.Title className={styles.title} render={<div />} />
            <Base.Description className={styles.cause} render={<div />} />
            {kind === "refused" && action && (
              <button
                type="button"
                className={styles.link}
                onClick={() => take(toast.id, action.run)}
              >
                {action.label}
              </button>
            )}
          </div>
          {lasts !== undefined && <UndoRing lasts={lasts} />}
          {kind !== "refused" && action && (
            <Button size={24} keys={action.keys} onClick={() => take(toast.id, action.run)}>
              {action.label}
            </Button>
          )}
          {kind !== "undo" && (
            <IconButton size={24} icon={X} label="Close" onClick={() => close(toast.id)} />
          )}
        </Base.Content>
      </Base.Root>
    );
  });
}

/** Empties while the change can still be taken back. */
function UndoRing({ lasts }: { lasts: number }) {
  return (
    <svg className={styles.ring} width={18} height={18} viewBox="0 0 18 18" aria-hidden="true">
      <circle className={styles.track} cx={9} cy={9} r={7} />
      <circle
        className={styles.left}
        cx={9}
        cy={9}
        r={7}
        pathLength={1}
        style={{ animationDuration: `${lasts}ms` }}
      />
    </svg>
  );
}
