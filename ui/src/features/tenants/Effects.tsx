import { Info, TriangleAlert } from "lucide-react";
import styles from "./Tenants.module.css";
import type { PolicyPreview } from "./usePolicyPreview";

/** What saving would meet, in the words of the program that judges it. */
export function Effects({ preview, isDirty }: { preview: PolicyPreview; isDirty: boolean }) {
  const { effects, isChecking, refusal } = preview;
  return (
    <section className={styles.effects} aria-busy={isChecking || undefined}>
      <h3>What saving changes</h3>
      {!isDirty && <p>Change a value to see whom it meets. Saving switches nothing off.</p>}
      {isDirty && refusal && <p role="alert">{refusal.message}</p>}
      <ul>
        {effects.map(({ field, sentence, names, more, warns }) => (
          <li key={field} data-warns={warns || undefined}>
            {warns ? <TriangleAlert size={14} aria-hidden /> : <Info size={14} aria-hidden />}
            <div>
              {sentence}
              {names.length > 0 && (
                <p className={styles.names}>
                  {names.join(", ")}
                  {more > 0 && ` and ${more} more`}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
