import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { reads } from "@/backend";
import { count } from "@/components/time";
import { matchOf } from "../search";
import { type SavedView, useSavedViews } from "./savedViews";
import styles from "./views.module.css";

/** Under the navigation, each with how many routines it holds now. */
export function SavedViews() {
  const { views } = useSavedViews();
  if (views.length === 0) return null;
  return (
    <section className={styles.views} aria-label="Saved views">
      <h2>Saved views</h2>
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <View view={view} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function View({ view: { name, search } }: { view: SavedView }) {
  const { data } = useQuery(reads.matchingCount(matchOf(search)));
  return (
    <Link to="/routines" search={search} className={styles.view}>
      <span title={name}>{name}</span>
      <span className={styles.count}>
        {data === undefined ? "-" : data > 10_000 ? `${count(10_000)}+` : count(data)}
      </span>
    </Link>
  );
}
