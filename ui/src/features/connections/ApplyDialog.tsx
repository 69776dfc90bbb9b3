import { useState } from "react";
import { answerTo, type MigrationRow, type ProfileRow, useWrite } from "@/backend";
import { Banner } from "@/components/Banner";
import { Dialog } from "@/components/Dialog";
import { TextField } from "@/components/TextField";
import { useToasts } from "@/components/Toast";
import { numbered } from "./Migrations";

interface Props {
  row: ProfileRow;
  waits: readonly MigrationRow[];
  onClose: () => void;
}

/** Applies what waits, with the name typed where the level asks for it. */
export function ApplyDialog({ row, waits, onClose }: Props) {
  const { name } = row.profile.details;
  const [typed, setTyped] = useState("");
  const toasts = useToasts();
  const migrate = useWrite("migrateProfile");
  const mustType = row.migrating_asks === "typed_name";
  const counted = waits.length === 1 ? "1 migration" : `${waits.length} migrations`;
  const confirm = () =>
    migrate.mutate([row.profile.id, ...answerTo(row.migrating_asks, mustType ? typed : null)], {
      onSuccess: () => {
        toasts.done(
          <>
            Applied {counted} to <strong>{name}</strong>
          </>,
        );
        onClose();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Apply ${counted} to ${name}?`}
      confirm={{
        label: "Apply",
        busy: migrate.isPending,
        disabledReason: mustType && typed.trim() !== name ? `Type ${name} to confirm.` : undefined,
        onConfirm: confirm,
      }}
    >
      <p>
        Programs of an older version stop working on this database. A migration is not taken back: a
        copy of the database is the way to its old schema.
      </p>
      <ul>
        {waits.map((migration) => (
          <li key={migration.number}>
            {numbered(migration.number)} {migration.name}
          </li>
        ))}
      </ul>
      {mustType && (
        <TextField
          label={`Type “${name}” to confirm`}
          layout="stack"
          value={typed}
          onChange={setTyped}
          autoFocus
        />
      )}
      {migrate.error && (
        <Banner tone="bad" title="It was not applied.">
          {migrate.error.message}
        </Banner>
      )}
    </Dialog>
  );
}
