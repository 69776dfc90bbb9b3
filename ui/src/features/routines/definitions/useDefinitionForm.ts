import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type DefinitionRow, failure, reads, type TenantRow, useWrite } from "@/backend";
import { useToasts } from "@/components/Toast";
import {
  blankLauncher,
  capOf,
  type LauncherForm,
  launcherFormOf,
  launcherOf,
} from "../editor/launcherForm";

/** The fields, what is refused about them, and saving against the revision they were read at. */
export function useDefinitionForm(
  definition: DefinitionRow | null,
  tenants: readonly TenantRow[],
  onSaved: () => void,
) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const create = useWrite("createDefinition").mutateAsync;
  const update = useWrite("updateDefinition").mutateAsync;
  const [base, setBase] = useState(() => ({
    form: definition ? launcherFormOf(definition) : blankLauncher,
    revision: definition?.revision ?? 0,
  }));
  const [form, setForm] = useState(base.form);
  const [tenant, setTenant] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ field: string; message: string } | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const tenantId = tenant ?? tenants[0]?.id ?? null;
  const launcher = launcherOf(form);
  const cap = capOf(form);
  const isDirty = JSON.stringify(form) !== JSON.stringify(base.form);

  async function save(revision = base.revision) {
    if (launcher === null || cap === undefined || saving) return;
    setSaving(true);
    setConflict(null);
    try {
      const { name } = form;
      if (definition) await update([{ id: definition.id, revision }, name, launcher, cap]);
      else if (tenantId) {
        await create([{ tenant_id: tenantId, name, launcher, concurrency_cap: cap }]);
      }
      toasts.done(`${definition ? "Saved" : "Created"} ${form.name.trim()}`);
      onSaved();
    } catch (thrown) {
      const { code, field, message } = failure(thrown);
      if (code === "conflict") setConflict(message);
      else if (field !== null) setRefused({ field, message });
      else toasts.refused(`Save failed for ${form.name}.`, message);
    } finally {
      setSaving(false);
    }
  }

  /** The definition as it is now becomes the base; `take` also puts it into the fields. */
  async function readTheirs(take: boolean) {
    const all = await queries.fetchQuery({ ...reads.definitions(null), staleTime: 0 });
    const theirs = all.find(({ id }) => id === definition?.id);
    if (!theirs) return null;
    setBase({ form: launcherFormOf(theirs), revision: theirs.revision });
    setConflict(null);
    if (take) setForm(launcherFormOf(theirs));
    return theirs.revision;
  }
  const unread = (thrown: unknown) =>
    toasts.refused(`Reading ${form.name} again failed.`, failure(thrown).message);

  return {
    form,
    change: (part: Partial<LauncherForm>) => {
      setForm((before) => ({ ...before, ...part }));
      setRefused(null);
    },
    verdict: (field: string) =>
      refused?.field === field ? { tone: "bad" as const, sentence: refused.message } : undefined,
    tenantId,
    setTenantId: setTenant,
    revision: base.revision,
    isDirty,
    conflict,
    saving,
    unfinished:
      form.name.trim() === ""
        ? "Give the definition a name."
        : launcher === null || cap === undefined
          ? "A number is not one yet."
          : definition && !isDirty
            ? "Nothing has changed."
            : undefined,
    save: () => void save(),
    loadTheirs: () => void readTheirs(true).catch(unread),
    keepMine: () =>
      void readTheirs(false)
        .then((revision) => (revision === null ? undefined : save(revision)))
        .catch(unread),
  };
}
