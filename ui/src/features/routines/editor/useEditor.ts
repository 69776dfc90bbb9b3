import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failure, type RoutineDetail, reads, useConnection, useWrite } from "@/backend";
import { useZone } from "@/components/clock";
import { useToasts } from "@/components/Toast";
import { changedFields, draftOf, type Form, formOf } from "./form";
import { rememberZone } from "./recentZones";
import { hasPlace, type Refusals, without } from "./refusals";

/** What the form began from: nothing for a new routine, else the routine as it was read. */
interface Base {
  form: Form;
  at: { id: string; revision: number } | null;
}

/** The fields, what is refused about them, and saving against the revision they were read at. */
export function useEditor(
  start: Form,
  detail: RoutineDetail | null,
  onSaved: (id: string) => void,
) {
  const viewer = useZone();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { confirmed } = useConnection();
  const create = useWrite("createRoutine").mutateAsync;
  const update = useWrite("updateRoutine").mutateAsync;
  const [base, setBase] = useState<Base>({ form: start, at: detail && atOf(detail) });
  const [form, setForm] = useState(start);
  const [refusals, setRefusals] = useState<Refusals>({});
  const [conflict, setConflict] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const changed = changedFields(form, base.form);
  const name = form.name.trim() || "the new routine";

  const refused = (thrown: unknown) => {
    const { code, message, field } = failure(thrown);
    if (code === "invalid" && field !== null && hasPlace(field)) setRefusals({ [field]: message });
    else if (code === "conflict") setConflict(message);
    else toasts.refused(`Save failed for ${name}.`, message);
  };

  async function save(at = base.at) {
    const draft = draftOf(form);
    if (draft === null || saving) return;
    setSaving(true);
    setConflict(null);
    try {
      const saved = at ? await update([at, draft, ...confirmed("edit")]) : await create([draft]);
      rememberZone(form.zone);
      const old = draftOf(base.form);
      if (at && old) {
        toasts.undoable(
          `Saved ${saved.row.name}`,
          () =>
            void update([atOf(saved), old]).catch((thrown: unknown) =>
              toasts.refused(`Undo failed for ${saved.row.name}.`, failure(thrown).message),
            ),
        );
      } else toasts.done(`Created ${saved.row.name}`);
      onSaved(saved.row.id);
    } catch (thrown) {
      refused(thrown);
    } finally {
      setSaving(false);
    }
  }

  /** The routine as it is now becomes the base; `take` also puts it into the fields. */
  async function readTheirs(id: string, take: boolean) {
    try {
      const theirs = await queries.fetchQuery({ ...reads.routine(id), staleTime: 0 });
      const next = { form: formOf(theirs, viewer), at: atOf(theirs) };
      setBase(next);
      setConflict(null);
      setRefusals({});
      if (take) setForm(next.form);
      return next.at;
    } catch (thrown) {
      toasts.refused(`Reading ${name} again failed.`, failure(thrown).message);
      return null;
    }
  }

  return {
    form,
    change: (part: Partial<Form>) => {
      setForm((before) => ({ ...before, ...part }));
      setRefusals((before) => without(before, part));
    },
    changed,
    refusals,
    conflict,
    saving,
    isNew: base.at === null,
    revision: base.at?.revision ?? null,
    save: () => void save(),
    loadTheirs: () => base.at && void readTheirs(base.at.id, true),
    keepMine: async () => {
      const at = base.at && (await readTheirs(base.at.id, false));
      if (at) await save(at);
    },
  };
}

const atOf = ({ row }: RoutineDetail) => ({ id: row.id, revision: row.revision });

export type EditorState = ReturnType<typeof useEditor>;
