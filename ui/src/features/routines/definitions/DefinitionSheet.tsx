import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type DefinitionRow, reads, useConnection } from "@/backend";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { SaveFooter } from "@/components/SaveFooter";
import { Segment } from "@/components/Segment";
import { Select } from "@/components/Select";
import { Sheet } from "@/components/Sheet";
import { TextField } from "@/components/TextField";
import { LauncherFields } from "../editor/LauncherFields";
import { launcherKinds } from "../editor/launcherKinds";
import styles from "./Definitions.module.css";
import { UsedByList } from "./UsedByList";
import { useDefinitionForm } from "./useDefinitionForm";

interface Props {
  /** None makes a new one. */
  definition: DefinitionRow | null;
  onClose: () => void;
}

export function DefinitionSheet({ definition, onClose }: Props) {
  const { data: tenants = [] } = useQuery(reads.tenants());
  const { readOnlyReason } = useConnection();
  const editor = useDefinitionForm(definition, tenants, onClose);
  const [leaving, setLeaving] = useState(false);
  const { form, change, verdict, isDirty, conflict } = editor;
  const close = () => (isDirty ? setLeaving(true) : onClose());
  const label = definition ? "Save" : "Create definition";
  const reason = readOnlyReason ?? editor.unfinished;
  return (
    <Sheet
      open
      onClose={close}
      title={definition ? `Edit “${definition.name}”` : "New definition"}
      detail={
        definition
          ? `${definition.tenant_name} · revision ${editor.revision}`
          : "How work is started"
      }
      aside={definition ? <UsedByList definition={definition} /> : undefined}
      footer={
        <SaveFooter
          id="definition.save"
          label={label}
          note={readOnlyReason ?? (isDirty && reason)}
          saving={editor.saving}
          reason={reason}
          onCancel={close}
          onSave={editor.save}
        />
      }
    >
      <div className={styles.form}>
        {conflict && (
          <Banner
            tone="warn"
            title="Someone else saved first."
            actions={
              <>
                <Button size={24} onClick={editor.loadTheirs}>
                  Load theirs
                </Button>
                <Button size={24} busy={editor.saving} onClick={editor.keepMine}>
                  Keep mine
                </Button>
              </>
            }
          >
            {conflict} Theirs replaces what you typed; yours is saved over it.
          </Banner>
        )}
        {!definition && tenants.length > 1 && (
          <Select
            label="Tenant"
            layout="stack"
            value={editor.tenantId}
            options={tenants.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={editor.setTenantId}
            verdict={verdict("tenant_id")}
          />
        )}
        <TextField
          label="Name"
          layout="stack"
          value={form.name}
          onChange={(name) => change({ name })}
          verdict={verdict("name")}
          readOnly={readOnlyReason !== undefined}
          autoFocus
        />
        <Segment
          label="Launcher"
          value={form.kind}
          options={launcherKinds}
          onChange={(kind) => change({ kind })}
          readOnly={readOnlyReason !== undefined}
        />
        <LauncherFields form={form} change={change} verdict={verdict} />
        <TextField
          label="Open runs at once"
          layout="stack"
          inputMode="numeric"
          value={form.cap}
          onChange={(cap) => change({ cap })}
          note="What finds no place waits. Left empty, any number may be open."
          verdict={verdict("concurrency_cap")}
          readOnly={readOnlyReason !== undefined}
        />
      </div>
      {leaving && (
        <Dialog
          open
          destructive
          onClose={() => setLeaving(false)}
          title="Leave without saving?"
          confirm={{ label: "Leave without saving", onConfirm: onClose }}
        >
          <p>What you changed here is lost.</p>
        </Dialog>
      )}
    </Sheet>
  );
}
