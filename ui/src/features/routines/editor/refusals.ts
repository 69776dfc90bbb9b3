import type { Form } from "./form";

/** Sentences of the commands, by the field they are about, as Rust names it: `trigger.cron`. */
export type Refusals = Readonly<Record<string, string>>;

const fields: Partial<Record<keyof Form, readonly string[]>> = {
  tenantId: ["tenant_id"],
  definitionId: ["definition_id"],
  name: ["name"],
  instruction: ["instruction"],
  input: ["input"],
  destinationUrl: ["destination.url"],
  destinationSecret: ["destination.secret_name"],
};
const trigger: readonly (keyof Form)[] = ["kind", "cron", "zone", "every", "unit", "once"];

/** Every field that has a place in this form. */
export function hasPlace(field: string): boolean {
  return field.startsWith("trigger.") || Object.values(fields).flat().includes(field);
}

/** What is still refused after these fields were changed. */
export function without(refusals: Refusals, changed: Partial<Form>): Refusals {
  const keys = Object.keys(changed) as (keyof Form)[];
  const gone = keys.flatMap((key) => fields[key] ?? []);
  const newTrigger = keys.some((key) => trigger.includes(key));
  return Object.fromEntries(
    Object.entries(refusals).filter(
      ([field]) => !gone.includes(field) && !(newTrigger && field.startsWith("trigger.")),
    ),
  );
}
