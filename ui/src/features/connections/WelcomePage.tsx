import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Database, File, FlaskConical, type LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type ProfilePlace, reads, useWrite } from "@/backend";
import { Button } from "@/components/Button";
import { useCommands } from "@/components/commands";
import { ErrorBand } from "@/components/ErrorBand";
import { ImportDialog } from "./ImportDialog";
import { NewConnection } from "./NewConnection";
import { Remembered } from "./Remembered";
import styles from "./Welcome.module.css";
import { WelcomeMark } from "./WelcomeMark";

/** No database is open yet: the demo, a server, or a file. */
export function WelcomePage() {
  const [asked, setAsked] = useState<ProfilePlace["engine"] | null>(null);
  const [importing, setImporting] = useState(false);
  const app = useQuery(reads.appStatus());
  const demo = useWrite("openDemo");
  const openDemo = () => demo.mutate([]);
  useCommands([
    { id: "open.demo", label: "Open local demo", keys: "Enter", hint: "open demo", run: openDemo },
    {
      id: "open.file",
      label: "Open a SQLite file",
      keys: "Mod+o",
      hint: "open file",
      run: () => setAsked("sqlite"),
    },
  ]);
  const remembered = app.data?.remembered;
  const kept = useQuery(reads.profiles()).data?.length ?? 0;
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <WelcomeMark />
        <h1 className={styles.title}>Open a place where routines live</h1>
        <p className={styles.lead}>
          Routine Desk shows and changes routines in a database. Start with the demo on this
          computer, or connect to your own.
        </p>
        {demo.error && (
          <ErrorBand title="The local demo could not be opened." onRetry={openDemo}>
            {demo.error.message}
          </ErrorBand>
        )}
        {remembered && <Remembered choice={remembered} />}
        <div className={styles.choices}>
          <Choice
            icon={FlaskConical}
            title="Open local demo"
            text="A dozen routines with their history, and a scheduler that runs inside this app. Stays on this computer, no account, no network."
            first
          >
            <Button tone="primary" size={34} keys="Enter" busy={demo.isPending} onClick={openDemo}>
              Open local demo
            </Button>
          </Choice>
          <Choice
            icon={Database}
            title="Connect to PostgreSQL"
            text="A database that your workers share. Opens read-only until you say otherwise."
          >
            <Button size={34} onClick={() => setAsked("postgres")}>
              Connect…
            </Button>
          </Choice>
          <Choice
            icon={File}
            title="Open a SQLite file"
            text="One you already have, or a new empty one."
          >
            <Button size={34} onClick={() => setAsked("sqlite")}>
              Choose file…
            </Button>
          </Choice>
        </div>
        <p className={styles.footnote}>
          Have a profile file from a colleague?{" "}
          <button type="button" onClick={() => setImporting(true)}>
            Import it
          </button>
          . It never contains passwords.{" "}
          {kept > 0 && (
            <Link to="/connections">
              {kept === 1 ? "Look at the one connection" : `Look at all ${kept} connections`}
            </Link>
          )}
        </p>
      </div>
      {asked && <NewConnection engine={asked} onClose={() => setAsked(null)} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </div>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  title: string;
  text: string;
  first?: boolean;
  children: ReactNode;
}

function Choice({ icon: Icon, title, text, first, children }: ChoiceProps) {
  return (
    <section className={styles.choice} data-first={first || undefined}>
      <span className={styles.icon}>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </span>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {children}
    </section>
  );
}
