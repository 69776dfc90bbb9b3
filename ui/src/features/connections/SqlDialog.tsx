import { useQueries } from "@tanstack/react-query";
import { type DatabaseEngine, type MigrationRow, reads } from "@/backend";
import { Dialog } from "@/components/Dialog";
import styles from "./Connections.module.css";
import { numbered } from "./Migrations";

interface Props {
  engine: DatabaseEngine;
  of: readonly MigrationRow[];
  onClose: () => void;
}

/** The statements, as they are run. */
export function SqlDialog({ engine, of, onClose }: Props) {
  const texts = useQueries({
    queries: of.map(({ number }) => reads.migration(engine, number)),
  });
  const first = of[0];
  const title =
    of.length === 1 && first
      ? `${numbered(first.number)} ${first.name}`
      : `The SQL of ${of.length} migrations`;
  return (
    <Dialog open onClose={onClose} title={title}>
      {texts.map(({ data, error }, index) => (
        <section key={of[index]?.number}>
          {of.length > 1 && (
            <h3 className={styles.sqlHead}>
              {numbered(of[index]?.number ?? 0)} {of[index]?.name}
            </h3>
          )}
          {error && <p role="alert">{error.message}</p>}
          {data && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
            <pre className={styles.sql} tabIndex={0}>
              {data.sql}
            </pre>
          )}
        </section>
      ))}
    </Dialog>
  );
}
