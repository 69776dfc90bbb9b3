import { useState } from "react";
import { failure, type TenantRow, useConnection, useWrite } from "@/backend";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { SaveFooter } from "@/components/SaveFooter";
import { Sheet } from "@/components/Sheet";
import { Switch } from "@/components/Switch";
import { TextField } from "@/components/TextField";
import { useToasts } from "@/components/Toast";
import { Effects } from "./Effects";
import { formOfPolicy, type PolicyForm, policyFields, policyOf } from "./policyForm";
import { Retention } from "./Retention";
import styles from "./Tenants.module.css";
import { usePolicyPreview } from "./usePolicyPreview";

interface Props {
  tenant: TenantRow;
  onClose: () => void;
}

/** The values of one tenant, and beside them what saving would meet. */
export function PolicySheet({ tenant, onClose }: Props) {
  const { readOnlyReason } = useConnection();
  const toasts = useToasts();
  const write = useWrite("setTenantPolicy");
  // Later reads do not touch the fields: a lost race is told when it is saved.
  const [base, setBase] = useState(tenant);
  const [form, setForm] = useState(() => formOfPolicy(tenant.policy));
  const [leaving, setLeaving] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const before = formOfPolicy(base.policy);
  const isDirty = JSON.stringify(form) !== JSON.stringify(before);
  const policy = policyOf(form, base.policy);
  const preview = usePolicyPreview(tenant.id, isDirty ? policy : null);
  const refusal = write.error?.field ? write.error : preview.refusal;
  const change = (part: Partial<PolicyForm>) => {
    setForm({ ...form, ...part });
    write.reset();
  };
  const close = () => (isDirty ? setLeaving(true) : onClose());
  const reason =
    readOnlyReason ??
    (policy === null
      ? "A value is not a whole number yet."
      : isDirty
        ? undefined
        : "Nothing has changed.");
  const save = async (revision = base.revision) => {
    if (policy === null) return;
    setConflict(null);
    try {
      await write.mutateAsync([{ id: tenant.id, revision }, policy]);
      toasts.done(`Saved the policy of ${tenant.name}`);
      onClose();
    } catch (thrown) {
      const { code, message, field } = failure(thrown);
      if (code === "conflict") setConflict(message);
      else if (field === null) toasts.refused(`Save failed for ${tenant.name}.`, message);
    }
  };
  return (
    <Sheet
      open
      onClose={close}
      title={`Policy of ${tenant.name}`}
      detail={`revision ${base.revision}`}
      aside={
        <>
          <Effects preview={preview} isDirty={isDirty} />
          <Retention tenantId={tenant.id} />
        </>
      }
      footer={
        <SaveFooter
          id="policy.save"
          label="Save"
          note={readOnlyReason ?? (isDirty && reason)}
          saving={write.isPending}
          reason={reason}
          onCancel={close}
          onSave={() => void save()}
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
                <Button
                  size={24}
                  onClick={() => {
                    // The list has been read again by now.
                    setBase(tenant);
                    setForm(formOfPolicy(tenant.policy));
                    setConflict(null);
                  }}
                >
                  Load theirs
                </Button>
                <Button size={24} onClick={() => void save(tenant.revision)}>
                  Keep mine
                </Button>
              </>
            }
          >
            {conflict}
          </Banner>
        )}
        {policyFields.map(({ key, label, unit, note }) => (
          <TextField
            key={key}
            label={label}
            layout="stack"
            inputMode="numeric"
            value={form[key]}
            onChange={(text) => change({ [key]: text })}
            changed={form[key] !== before[key]}
            note={note}
            end={unit}
            readOnly={readOnlyReason !== undefined}
            verdict={
              refusal?.field === key ? { tone: "bad", sentence: refusal.message } : undefined
            }
          />
        ))}
        <Switch
          label="Give an endpoint a rest when several routines find it unavailable"
          checked={form.breaker}
          onChange={(breaker) => change({ breaker })}
          lockedReason={readOnlyReason}
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
