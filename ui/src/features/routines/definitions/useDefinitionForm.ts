import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type DefinitionRow,
  failure,
  type Launcher,
  reads,
  type TenantRow,
  useWrite,
} from "@/backend";
import { useToasts } from "@/components/Toast";
import {
  blankLauncher,
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
  const launcher = kept(launcherOf(form), definition);
  const isDirty = JSON.stringify(form) !== JSON.stringify(base.form);

  async function save(revision = base.revision) {
    if (launcher === null || saving) return;
    setSaving(true);
    setConflict(null);
    try {
      if (definition) await update([{ id: definition.id, revision }, form.name, launcher]);
      else if (tenantId) await create([{ tenant_id: tenantId, name: form.name, launcher }]);
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
        : launcher === null
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

/** What the form has no field for stays as it was, such as what a hub is told to start. */
function kept(written: Launcher | null, definition: DefinitionRow | null): Launcher | null {
  const before = definition?.launcher;
  if (written?.launcher === "http" && before?.launcher === "http") return { ...before, ...written };
  return written;
}
