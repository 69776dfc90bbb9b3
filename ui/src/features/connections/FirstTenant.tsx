import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { answerTo, type ConnectionInfo, useConnection, useWrite } from "@/backend";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/Button";
import { TextField } from "@/components/TextField";
import styles from "./Connections.module.css";

/** What stands between an open database and its first routine: the schema, and one tenant. */
export function FirstTenant({ connection }: { connection: ConnectionInfo }) {
  const [name, setName] = useState("");
  const navigate = useNavigate();
  const migrate = useWrite("migrateConnection");
  const { schema, without_tenants: lonely, level } = connection;
  // This form is the dialog: it says what is made.
  const asks = useConnection().asks("set_up");
  const mustType = asks === "typed_name";
  const [typed, setTyped] = useState("");

  if (schema.kind === "newer") {
    return (
      <Banner tone="bad" title="This database is newer than this app.">
        It has schema {schema.found}, this app knows schemas up to {schema.expected}. Update Routine
        Desk to open it. Nothing was changed.
      </Banner>
    );
  }
  if (schema.kind === "current" && !lonely) return null;

  const asksName = schema.kind === "empty" || lonely;
  const label =
    schema.kind === "current"
      ? "Create the first tenant"
      : asksName
        ? "Migrate and create the first tenant"
        : "Migrate";
  const readOnly =
    level === "read_only"
      ? "This connection is read-only. Choose another protection level below to set it up."
      : undefined;
  const untyped =
    mustType && typed.trim() !== connection.name
      ? `Type ${connection.name} to confirm.`
      : undefined;
  const unnamed = asksName && name.trim() === "" ? "Name the tenant first." : undefined;
  const ofName = migrate.error?.field === "name" ? migrate.error.message : undefined;
  // Awaited here: this form is gone as soon as the connection is read again.
  async function setUp() {
    try {
      await migrate.mutateAsync([
        asksName ? name : null,
        ...answerTo(asks, mustType ? typed : null),
      ]);
      void navigate({ to: "/routines" });
    } catch {
      // Shown below, from the mutation.
    }
  }
  return (
    <form
      className={styles.setUp}
      onSubmit={(event) => {
        event.preventDefault();
        void setUp();
      }}
    >
      <h2>{label}</h2>
      {asksName && (
        <TextField
          label="Tenant"
          value={name}
          placeholder="Alder Freight"
          note="The space that owns definitions and routines. More can be made later."
          verdict={ofName ? { tone: "bad", sentence: ofName } : undefined}
          onChange={setName}
        />
      )}
      {readOnly && <p className={styles.note}>{readOnly}</p>}
      {mustType && (
        <TextField
          label={`Type “${connection.name}” to confirm`}
          layout="stack"
          value={typed}
          onChange={setTyped}
        />
      )}
      {migrate.error && !ofName && (
        <Banner tone="bad" title="The database was not migrated.">
          {migrate.error.message}
        </Banner>
      )}
      <div>
        <Button
          type="submit"
          tone="primary"
          size={34}
          busy={migrate.isPending}
          disabledReason={readOnly ?? unnamed ?? untyped}
        >
          {label}
        </Button>
      </div>
    </form>
  );
}
