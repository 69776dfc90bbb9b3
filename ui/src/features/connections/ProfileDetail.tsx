import { useQuery } from "@tanstack/react-query";
import { Copy, Ellipsis, LogOut, Trash2 } from "lucide-react";
import { useState } from "react";
import { failure, type ProfileRow, reads, useWrite } from "@/backend";
import { Banner } from "@/components/Banner";
import { Button, IconButton } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { ErrorBand } from "@/components/ErrorBand";
import { Menu } from "@/components/Menu";
import { useToasts } from "@/components/Toast";
import styles from "./Connections.module.css";
import { colourOf } from "./colours";
import { FirstTenant } from "./FirstTenant";
import { LastTest } from "./LastTest";
import { Migrations } from "./Migrations";
import { PasswordField } from "./PasswordField";
import { ProfileFields } from "./ProfileFields";
import { RemoveDialog } from "./RemoveDialog";
import { stateWord } from "./states";
import { useDuplicate } from "./useDuplicate";
import type { useOpenProfile } from "./useOpenProfile";
import { detailsOf, formOf, useProfileForm } from "./useProfileForm";

interface Props {
  row: ProfileRow;
  opener: ReturnType<typeof useOpenProfile>;
}

/** One connection: what is written of it, how it stands, and its schema. */
export function ProfileDetail({ row, opener }: Props) {
  const { id, details } = row.profile;
  const report = useQuery(reads.profileReport(id));
  const app = useQuery(reads.appStatus());
  const edit = useProfileForm(formOf(details));
  const [password, setPassword] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const toasts = useToasts();
  const save = useWrite("saveProfile");
  const close = useWrite("closeConnection");
  const duplicate = useDuplicate();
  const { form } = edit;
  const written = detailsOf(form);
  const isDirty = edit.isDirty || (password !== null && password !== "");
  const state = stateWord(report.data);
  // A server that refuses the kept password wants another one: the field is there at once.
  const typed = password ?? (report.data?.state === "needs_password" ? "" : null);

  async function keep() {
    if (written === null) return false;
    try {
      const saved = await save.mutateAsync([id, written, typed === "" ? null : typed]);
      edit.settle(formOf(saved.details));
      setPassword(null);
      return true;
    } catch (thrown) {
      const { field, message } = failure(thrown);
      if (field === null) toasts.refused(`Save failed for ${details.name}.`, message);
      return false;
    }
  }
  const open = async () => {
    if (isDirty && !(await keep())) return;
    await opener.open(id, details.name, typed === "" ? null : typed);
  };
  const test = async () => {
    if (isDirty && !(await keep())) return;
    void report.refetch();
  };
  const unsaved = isDirty ? undefined : "Nothing has changed.";
  useCommands([
    {
      id: "connection.open",
      label: `Open ${details.name}`,
      keys: "Enter",
      hint: "open",
      disabledReason: row.open ? "It is open." : undefined,
      run: () => void open(),
    },
    { id: "connection.test", label: "Test again", keys: "t", hint: "test", run: () => void test() },
    {
      id: "connection.save",
      label: "Save",
      keys: "Mod+s",
      inFields: true,
      disabledReason: unsaved,
      run: () => void keep(),
    },
    { id: "connection.duplicate", label: "Duplicate", icon: Copy, run: () => duplicate(row) },
  ]);
  return (
    <section className={styles.detail} aria-label={details.name}>
      <header className={styles.head} style={colourOf(form.colour)}>
        <span className={styles.mark} aria-hidden="true" />
        <h2>{details.name}</h2>
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label="More actions" />}
          entries={[
            { label: "Duplicate", icon: Copy, onSelect: () => duplicate(row) },
            ...(row.open
              ? [{ label: "Close", icon: LogOut, onSelect: () => close.mutate([]) }]
              : []),
            "rule",
            {
              label: "Remove…",
              icon: Trash2,
              tone: "danger",
              disabledReason: row.open ? "Close it first." : undefined,
              onSelect: () => setRemoving(true),
            },
          ]}
        />
        <Button busy={report.isFetching} onClick={() => void test()}>
          Test again
        </Button>
        {isDirty && (
          <>
            <Button
              tone="quiet"
              onClick={() => {
                edit.reset();
                setPassword(null);
              }}
            >
              Discard
            </Button>
            <Button
              tone="primary"
              keys="Mod+s"
              busy={save.isPending}
              disabledReason={written === null ? "The port is no number." : undefined}
              onClick={() => void keep()}
            >
              Save
            </Button>
          </>
        )}
        {!isDirty && (
          <Button
            tone="primary"
            keys="Enter"
            busy={opener.opening === id}
            disabledReason={row.open ? "It is open." : undefined}
            onClick={() => void open()}
          >
            Open
          </Button>
        )}
      </header>
      {state.banner && (
        <Banner tone={state.tone === "bad" ? "bad" : "warn"} title={state.banner[0]}>
          {state.banner[1]}
        </Banner>
      )}
      {row.open && app.data?.connection && <FirstTenant connection={app.data.connection} />}
      <div className={styles.columns}>
        <section className={styles.block} aria-label="Profile">
          <h3>Profile</h3>
          <ProfileFields
            form={form}
            onChange={(part) => {
              edit.change(part);
              save.reset();
            }}
            refusal={save.error}
            password={
              <PasswordField source={report.data?.password} value={typed} onChange={setPassword} />
            }
          />
        </section>
        <div className={styles.found} aria-live="polite" aria-busy={report.isFetching}>
          {report.data && <LastTest report={report.data} />}
          {report.error && (
            <ErrorBand title="It could not be tested." onRetry={() => void report.refetch()}>
              {report.error.message}
            </ErrorBand>
          )}
          {report.isPending && <p className={styles.note}>Asking {details.name}…</p>}
          {report.data && <Migrations row={row} report={report.data} />}
        </div>
      </div>
      {removing && <RemoveDialog row={row} onClose={() => setRemoving(false)} />}
    </section>
  );
}
