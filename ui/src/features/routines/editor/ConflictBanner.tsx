import { useQuery } from "@tanstack/react-query";
import { reads } from "@/backend";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/Button";
import { misfires, overlaps } from "../policies";
import styles from "./Conflict.module.css";
import { type Conflict, type Field, fieldNames } from "./conflict";
import { destinations } from "./destinations";
import { type Form, UNITS } from "./form";

interface Props {
  conflict: Conflict;
  form: Form;
  onChoose: (part: Partial<Form>) => void;
}

/** Someone else saved first. Nothing was written; the person decides whose value stays, field by field. */
export function ConflictBanner({ conflict, form, onChoose }: Props) {
  const { fields, theirs, yours } = conflict;
  const { data: definitions = [] } = useQuery(reads.definitions(form.tenantId));
  const words = (field: Field, of: Form) =>
    field === "definitionId"
      ? (definitions.find(({ id }) => id === of.definitionId)?.name ?? "none")
      : said(field, of);
  const all = (of: Form) => onChoose(picked(fields, of));
  return (
    <div className={styles.conflict}>
      <Banner
        tone="warn"
        title="Someone else saved first."
        actions={
          <>
            <Button size={24} onClick={() => all(theirs)}>
              All theirs
            </Button>
            <Button size={24} onClick={() => all(yours)}>
              All yours
            </Button>
          </>
        }
      >
        {conflict.message} Nothing was written. Choose for each field that they changed, then save
        again.
      </Banner>
      {fields.map((field) => (
        <fieldset key={field} className={styles.field}>
          <legend>{fieldNames[field]}</legend>
          {(
            [
              ["Theirs", theirs],
              ["Yours", yours],
            ] as const
          ).map(([whose, of]) => (
            <label key={whose}>
              <input
                type="radio"
                name={`conflict-${field}`}
                checked={form[field] === of[field]}
                onChange={() => onChoose(picked([field], of))}
              />
              <strong>{whose}</strong> <span className={styles.value}>{words(field, of)}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function picked(fields: readonly Field[], of: Form): Partial<Form> {
  return Object.fromEntries(fields.map((field) => [field, of[field]]));
}

/** A value as the form's own field would show it. */
function said(field: Field, of: Form): string {
  if (field === "enabled" || field === "runAtOnce") return of[field] ? "On" : "Off";
  const labels = {
    misfire: misfires,
    overlap: overlaps,
    unit: UNITS,
    destination: destinations,
  };
  const value = String(of[field] ?? "");
  const known = field in labels ? labels[field as keyof typeof labels] : [];
  return known.find((option) => option.value === value)?.label ?? (value || "empty");
}
