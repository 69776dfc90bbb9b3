import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type DefinitionRow, reads } from "@/backend";
import { StatePill } from "@/components/StatePill";
import { queryOf } from "../search";
import { UsedBy } from "./columns";
import styles from "./Definitions.module.css";

/** What an edit reaches, beside the form. */
export function UsedByList({ definition }: { definition: DefinitionRow }) {
  const query = queryOf({ definition: definition.id, sort: "name" });
  const { data } = useQuery(reads.routines({ ...query, cursor: null, limit: 20 }));
  return (
    <section className={styles.side}>
      <h3>Used by</h3>
      <p>
        Saved settings hold from the next launch on. No schedule moves, and runs that are open go on
        as they are.
      </p>
      <ul>
        {data?.rows.map((row) => (
          <li key={row.id}>
            <Link to="/routines/$id" params={{ id: row.id }}>
              {row.name}
            </Link>{" "}
            <StatePill state={row.state.kind} />
          </li>
        ))}
      </ul>
      <p>
        <UsedBy row={definition} />
      </p>
    </section>
  );
}
