import { changedFields, type Form } from "./form";

export type Field = keyof Form;

/** Someone saved first: who and when in the command's words, and the fields that they changed. */
export interface Conflict {
  message: string;
  theirs: Form;
  yours: Form;
  fields: readonly Field[];
}

/** Both edits put together: what the person typed stays, what only the other changed is taken over. */
export function merged(base: Form, yours: Form, theirs: Form): Form {
  const kept = [...changedFields(yours, base)].map((field) => [field, yours[field]]);
  return { ...theirs, ...Object.fromEntries(kept) };
}

/** What the person sees a choice for: every field that the other edit changed. */
export function conflictOf(message: string, base: Form, yours: Form, theirs: Form): Conflict {
  return { message, theirs, yours, fields: [...changedFields(theirs, base)] };
}

export const fieldNames: Record<Field, string> = {
  tenantId: "Tenant",
  name: "Name",
  instruction: "Instruction",
  definitionId: "Definition",
  input: "Input",
  kind: "Trigger",
  cron: "Cron",
  zone: "Zone",
  every: "Every",
  unit: "Unit",
  anchor: "Counted from",
  once: "Time",
  runAtOnce: "Run it at once",
  misfire: "If late",
  overlap: "If still running",
  destination: "Results go",
  destinationUrl: "Address of results",
  destinationSecret: "Secret name of results",
  enabled: "On",
};
