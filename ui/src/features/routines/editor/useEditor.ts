import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failure, type RoutineDetail, reads, useConnection, useWrite } from "@/backend";
import { useZone } from "@/components/clock";
import { useToasts } from "@/components/Toast";
import { type Conflict, conflictOf, merged } from "./conflict";
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
  const run = useWrite("runRoutine").mutateAsync;
  const [base, setBase] = useState<Base>({ form: start, at: detail && atOf(detail) });
  const [form, setForm] = useState(start);
  const [refusals, setRefusals] = useState<Refusals>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [saving, setSaving] = useState(false);
  const changed = changedFields(form, base.form);
  const name = form.name.trim() || "the new routine";

  const refused = async (thrown: unknown) => {
    const { code, message, field } = failure(thrown);
    if (code === "invalid" && field !== null && hasPlace(field)) setRefusals({ [field]: message });
    else if (code === "conflict" && base.at) await readTheirs(base.at.id, message);
    else toasts.refused(`Save failed for ${name}.`, message);
  };

  /** `once` asks for one run of it as it was saved. */
  async function save(once: boolean) {
    const { at } = base;
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
      if (once) await runOnce(saved.row.id, saved.row.name);
      onSaved(saved.row.id);
    } catch (thrown) {
      await refused(thrown);
    } finally {
      setSaving(false);
    }
  }

  /** What was saved stays saved where the run is refused. */
  async function runOnce(id: string, of: string) {
    try {
      await run([id, null]);
      toasts.done(`Started ${of}`);
    } catch (thrown) {
      toasts.refused(`Run now failed for ${of}.`, failure(thrown).message);
    }
  }

  /** The routine as it is now becomes the base; what was typed here stays typed over it. */
  async function readTheirs(id: string, message: string) {
    try {
      const detail = await queries.fetchQuery({ ...reads.routine(id), staleTime: 0 });
      const theirs = formOf(detail, viewer);
      setConflict(conflictOf(message, base.form, form, theirs));
      setBase({ form: theirs, at: atOf(detail) });
      setForm(merged(base.form, form, theirs));
      setRefusals({});
    } catch (thrown) {
      toasts.refused(`Reading ${name} again failed.`, failure(thrown).message);
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
    save: (once = false) => void save(once),
  };
}

const atOf = ({ row }: RoutineDetail) => ({ id: row.id, revision: row.revision });

export type EditorState = ReturnType<typeof useEditor>;
