import { useState } from "react";
import {
  backend,
  type CommandFailure,
  type ConnectionReport,
  failure,
  type ProfilePlace,
  useWrite,
} from "@/backend";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { Sheet } from "@/components/Sheet";
import styles from "./Connections.module.css";
import { LastTest } from "./LastTest";
import { PasswordField } from "./PasswordField";
import { ProfileFields } from "./ProfileFields";
import { useOpenProfile } from "./useOpenProfile";
import { detailsOf, emptyForm, nameOf } from "./useProfileForm";

interface Props {
  engine: ProfilePlace["engine"];
  onClose: () => void;
}

/** A connection that is not kept yet: written, tested without changing anything, saved, opened. */
export function NewConnection({ engine, onClose }: Props) {
  const [form, setForm] = useState(() => emptyForm(engine));
  const [password, setPassword] = useState("");
  const [testing, setTesting] = useState(false);
  const [report, setReport] = useState<ConnectionReport | null>(null);
  const [refusal, setRefusal] = useState<CommandFailure | null>(null);
  const save = useWrite("saveProfile");
  const opener = useOpenProfile();
  const details = detailsOf(form);
  const given = password === "" ? null : password;
  const missing =
    details === null
      ? "The port is no number."
      : nameOf(form) === ""
        ? form.engine === "sqlite"
          ? "Write the path of the file first."
          : "Write the address of the server first."
        : undefined;

  async function test() {
    if (details === null) return;
    setTesting(true);
    setRefusal(null);
    try {
      setReport(await backend().testDetails(details, given));
    } catch (thrown) {
      setReport(null);
      setRefusal(failure(thrown));
    } finally {
      setTesting(false);
    }
  }
  async function keep(andOpen: boolean) {
    if (details === null || missing !== undefined) return;
    try {
      const { id, details: saved } = await save.mutateAsync([null, details, given]);
      onClose();
      if (andOpen) await opener.open(id, saved.name, given);
    } catch (thrown) {
      setRefusal(failure(thrown));
    }
  }
  useCommands([
    {
      id: "connection.create",
      label: "Save and open",
      keys: "Mod+Enter",
      // It belongs to the sheet that lies over its own view.
      always: true,
      inFields: true,
      disabledReason: missing,
      run: () => void keep(true),
    },
  ]);
  return (
    <Sheet
      open
      onClose={onClose}
      title="New connection"
      detail="A database of your own, or one that your workers share"
      aside={
        <div className={styles.found} aria-live="polite">
          {refusal && refusal.field === null && (
            <Banner tone="bad" title="It did not work.">
              {refusal.message}
            </Banner>
          )}
          {report ? (
            <LastTest report={report} />
          ) : (
            <p className={styles.note}>
              A test changes nothing: it says whether the database can be reached, what the role may
              do, and which schema it has.
            </p>
          )}
        </div>
      }
      footer={
        <>
          <Button busy={testing} disabledReason={missing} onClick={() => void test()}>
            Test
          </Button>
          <span className={styles.space} />
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={save.isPending} disabledReason={missing} onClick={() => void keep(false)}>
            Save
          </Button>
          <Button
            tone="primary"
            keys="Mod+Enter"
            busy={save.isPending || opener.busy}
            disabledReason={missing}
            onClick={() => void keep(true)}
          >
            Save and open
          </Button>
        </>
      }
    >
      <div className={styles.sheetForm}>
        <ProfileFields
          form={form}
          onChange={(part) => {
            setForm({ ...form, ...part });
            setReport(null);
            setRefusal(null);
          }}
          refusal={refusal}
          password={
            <PasswordField
              source={undefined}
              value={password}
              onChange={(text) => setPassword(text ?? "")}
            />
          }
        />
      </div>
    </Sheet>
  );
}
