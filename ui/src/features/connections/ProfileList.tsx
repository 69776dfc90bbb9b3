import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ProfileRow, reads } from "@/backend";
import { protections } from "@/components/protections";
import { colourOf } from "./colours";
import styles from "./ProfileList.module.css";
import { stateWord } from "./states";

const engines = { sqlite: "SQLite", postgres: "PostgreSQL" };

interface Props {
  rows: readonly ProfileRow[];
  chosen: string | undefined;
}

/** Every connection with its colour, its level and how it stands. */
export function ProfileList({ rows, chosen }: Props) {
  return (
    <nav className={styles.list} aria-label="Connections">
      <ul>
        {rows.map((row) => (
          <li key={row.profile.id}>
            <Line row={row} chosen={row.profile.id === chosen} />
          </li>
        ))}
      </ul>
      <p className={styles.footnote}>
        Passwords are kept in the system keychain and never shown. Export leaves them out.
      </p>
    </nav>
  );
}

function Line({ row, chosen }: { row: ProfileRow; chosen: boolean }) {
  const { id, details } = row.profile;
  const { data: report, error } = useQuery(reads.profileReport(id));
  const { label, icon: Level } = protections[details.protection];
  const state = stateWord(report);
  const shortVersion = report?.version?.match(/^PostgreSQL \d+/)?.[0];
  return (
    <Link
      to="/connections/$id"
      params={{ id }}
      className={styles.line}
      style={colourOf(details.colour)}
      aria-current={chosen ? "true" : undefined}
      aria-label={`${details.name}, ${row.open ? "open, " : ""}${label}, ${error ? "not tested" : state.word}`}
    >
      <span className={styles.bar} aria-hidden="true" />
      <span className={styles.name}>
        <span>{details.name}</span>
        {row.open && <small>open</small>}
      </span>
      <span className={styles.level}>
        <Level size={13} aria-hidden />
        {label}
      </span>
      <span className={styles.place}>
        {shortVersion ?? engines[row.engine]} · {row.location}
      </span>
      <span className={styles.state} data-tone={error ? "mute" : state.tone}>
        <state.icon size={14} aria-hidden />
        {error ? "Not tested" : state.word}
      </span>
    </Link>
  );
}
