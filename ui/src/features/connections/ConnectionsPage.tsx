import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Database, Download, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { type ProfilePlace, reads } from "@/backend";
import { Button } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { Empty } from "@/components/Empty";
import { ErrorBand } from "@/components/ErrorBand";
import { PageHead } from "@/components/PageHead";
import { SkeletonRows } from "@/components/SkeletonRows";
import styles from "./Connections.module.css";
import { ExportDialog } from "./ExportDialog";
import { ImportDialog } from "./ImportDialog";
import { NewConnection } from "./NewConnection";
import { ProfileDetail } from "./ProfileDetail";
import { ProfileList } from "./ProfileList";
import { readSearch } from "./search";
import { useOpenProfile } from "./useOpenProfile";

/** Every connection of this desktop; the chosen one beside the list. */
export function ConnectionsPage() {
  const { id } = useParams({ strict: false });
  const asked = readSearch(useSearch({ strict: false })).new;
  const navigate = useNavigate();
  const opener = useOpenProfile();
  const [exchange, setExchange] = useState<"import" | "export" | null>(null);
  const { data: rows, error, isFetching, refetch } = useQuery(reads.profiles());
  const chosen =
    rows?.find(({ profile }) => profile.id === id) ?? rows?.find(({ open }) => open) ?? rows?.[0];
  const place = rows && chosen ? rows.indexOf(chosen) : -1;

  const ask = (engine: ProfilePlace["engine"]) =>
    void navigate({ to: ".", search: { new: engine } });
  const step = (by: number) => {
    const next = rows?.[place + by]?.profile.id;
    if (next) void navigate({ to: "/connections/$id", params: { id: next } });
  };
  useCommands([
    {
      id: "connection.new",
      label: "New connection",
      icon: Plus,
      keys: "n",
      hint: "new",
      run: () => ask("postgres"),
    },
    { id: "connection.next", label: "Next connection", keys: "j", run: () => step(1) },
    { id: "connection.previous", label: "Previous connection", keys: "k", run: () => step(-1) },
    {
      id: "connection.import",
      label: "Import connections",
      icon: Download,
      run: () => setExchange("import"),
    },
    {
      id: "connection.export",
      label: "Export connections",
      icon: Upload,
      run: () => setExchange("export"),
    },
  ]);
  return (
    <>
      <PageHead
        title="Connections"
        fact={rows && (rows.length === 1 ? "1 profile" : `${rows.length} profiles`)}
        actions={
          <>
            <Button icon={Upload} onClick={() => setExchange("export")}>
              Export…
            </Button>
            <Button icon={Download} onClick={() => setExchange("import")}>
              Import…
            </Button>
            <Button tone="primary" icon={Plus} keys="n" onClick={() => ask("postgres")}>
              New connection
            </Button>
          </>
        }
      />
      {error && (
        <ErrorBand
          title="The connections could not be read."
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {error.message}
        </ErrorBand>
      )}
      {rows?.length === 0 && (
        <Empty icon={Database} title="No connections are kept on this computer">
          Make one for a database of yours, or import those of a colleague.
        </Empty>
      )}
      {!rows && !error && <SkeletonRows tracks="1fr 120px" columns={2} />}
      {rows && chosen && (
        <div className={styles.page}>
          <ProfileList rows={rows} chosen={chosen.profile.id} />
          <ProfileDetail key={JSON.stringify(chosen.profile)} row={chosen} opener={opener} />
        </div>
      )}
      {asked && (
        <NewConnection engine={asked} onClose={() => void navigate({ to: ".", search: {} })} />
      )}
      {exchange === "import" && <ImportDialog onClose={() => setExchange(null)} />}
      {exchange === "export" && <ExportDialog onClose={() => setExchange(null)} />}
    </>
  );
}
