import { useBlocker } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import type { RoutineDetail, TenantRow } from "@/backend";
import { useConnection } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { Sheet } from "@/components/Sheet";
import { useGo } from "../addresses";
import { ConflictBanner } from "./ConflictBanner";
import { Consequence } from "./Consequence";
import styles from "./Editor.module.css";
import { EditorFooter } from "./EditorFooter";
import { EditorForm } from "./EditorForm";
import { type Form, movesSchedule, triggerOf } from "./form";
import { PreviewPane } from "./PreviewPane";
import { useEditor } from "./useEditor";
import { usePreview } from "./usePreview";

/** After saving, the keys go on at the row of what was saved. */
const CURSOR_ROW = "[role=row][data-cursor]";

interface Props {
  start: Form;
  /** The routine that is edited; null makes a new one. */
  detail: RoutineDetail | null;
  tenants: readonly TenantRow[];
}

export function Editor({ start, detail, tenants }: Props) {
  const go = useGo();
  const { name: connection, asksFirst, readOnlyReason } = useConnection();
  const [asking, setAsking] = useState<"save" | "run" | null>(null);
  const leaving = useRef(false);
  const editor = useEditor(start, detail, (id) => {
    leaving.current = true;
    go.list(id);
  });
  const { form, changed } = editor;
  const preview = usePreview(triggerOf(form), form.tenantId);
  const dirty = changed.size > 0;
  const blocker = useBlocker({
    shouldBlockFn: () => dirty && !leaving.current,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const close = () => go.list();
  const save = (once = false) =>
    asksFirst && !editor.isNew ? setAsking(once ? "run" : "save") : editor.save(once);
  const consequence = detail && dirty && (
    <Consequence
      preview={preview}
      old={detail.trigger}
      written={triggerOf(form)}
      moves={movesSchedule(changed)}
      enabled={form.enabled}
    />
  );
  return (
    <Sheet
      open
      onClose={close}
      title={detail ? `Edit “${detail.row.name}”` : "New routine"}
      returnTo={() => (leaving.current ? document.querySelector<HTMLElement>(CURSOR_ROW) : null)}
      detail={
        detail
          ? `${detail.row.tenant_name} · ${detail.row.owner} · revision ${editor.revision}`
          : "An instruction with a time"
      }
      badge={dirty && !editor.isNew && <Badge changes={changed.size} />}
      aside={
        <PreviewPane form={form} preview={preview}>
          {consequence}
        </PreviewPane>
      }
      footer={
        <EditorFooter
          editor={editor}
          connection={asksFirst ? connection : null}
          readOnlyReason={readOnlyReason}
          onCancel={close}
          onSave={() => save()}
          onSaveAndRun={() => save(true)}
        />
      }
    >
      {editor.conflict !== null && (
        <ConflictBanner conflict={editor.conflict} form={form} onChoose={editor.change} />
      )}
      <EditorForm
        editor={editor}
        preview={preview}
        tenants={tenants}
        readOnly={readOnlyReason !== undefined}
      />
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(null)}
          title={`Save ${counted(changed.size)} to “${form.name}” on ${connection}?`}
          confirm={{
            label: asking === "run" ? "Save and run once" : "Save",
            busy: editor.saving,
            onConfirm: () => {
              setAsking(null);
              editor.save(asking === "run");
            },
          }}
        >
          {consequence}
        </Dialog>
      )}
      {blocker.status === "blocked" && (
        <Dialog
          open
          destructive
          onClose={blocker.reset}
          title={`Leave without saving ${counted(changed.size)}?`}
          confirm={{ label: "Leave without saving", onConfirm: blocker.proceed }}
        >
          <p>What you changed here is lost.</p>
        </Dialog>
      )}
    </Sheet>
  );
}

export function counted(changes: number): string {
  return changes === 1 ? "1 change" : `${changes} changes`;
}

function Badge({ changes }: { changes: number }) {
  return (
    <span className={styles.badge}>
      <Pencil size={13} aria-hidden />
      {changes} unsaved {changes === 1 ? "change" : "changes"}
    </span>
  );
}
