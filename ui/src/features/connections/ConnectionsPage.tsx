import { useQuery } from "@tanstack/react-query";
import { LogOut, Plus } from "lucide-react";
import { useState } from "react";
import { type ConnectionInfo, reads, useWrite } from "@/backend";
import { Button } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { Empty } from "@/components/Empty";
import { PageHead } from "@/components/PageHead";
import { AbsoluteTime } from "@/components/Time";
import styles from "./Connect.module.css";
import { ConnectDialog, type Engine } from "./ConnectDialog";
import { FirstTenant } from "./FirstTenant";
import { schemaWords } from "./schema";

const levels = { read_only: "Read-only", confirm: "Confirm changes", full: "Full control" };
const engines = { sqlite: "SQLite", postgres: "PostgreSQL" };

/** The open database: where it is, how far it may be changed, and whether its schema is current. */
export function ConnectionsPage() {
  const [asked, setAsked] = useState<Engine | null>(null);
  const connection = useQuery(reads.appStatus()).data?.connection;
  const close = useWrite("closeConnection");
  useCommands([
    {
      id: "connection.new",
      label: "New connection",
      keys: "n",
      hint: "new",
      run: () => setAsked("postgres"),
    },
  ]);
  return (
    <>
      <PageHead
        title="Connections"
        fact={connection?.name}
        actions={
          <>
            <Button onClick={() => setAsked("sqlite")}>Open a file…</Button>
            {connection && (
              <Button icon={LogOut} busy={close.isPending} onClick={() => close.mutate([])}>
                Close
              </Button>
            )}
            <Button tone="primary" icon={Plus} keys="n" onClick={() => setAsked("postgres")}>
              New connection
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        {connection ? (
          <>
            <Facts connection={connection} />
            <FirstTenant connection={connection} />
          </>
        ) : (
          <Empty icon={LogOut} title="No database is open">
            Open a file or a server to see its routines.
          </Empty>
        )}
      </div>
      {asked && <ConnectDialog engine={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Facts({ connection }: { connection: ConnectionInfo }) {
  return (
    <dl className={styles.facts}>
      <dt>Engine</dt>
      <dd>{engines[connection.engine]}</dd>
      <dt>Address</dt>
      <dd>{connection.address}</dd>
      <dt>Protection</dt>
      <dd>{levels[connection.protection]}</dd>
      <dt>Schema</dt>
      <dd>{schemaWords(connection.schema)}</dd>
      <dt>Open since</dt>
      <dd>
        <AbsoluteTime at={connection.opened_at} />
      </dd>
    </dl>
  );
}
