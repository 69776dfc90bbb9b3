import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useNarrow } from "@/components/narrow";
import { Tooltip } from "@/components/Tooltip";
import { type Badges, places } from "./places";
import styles from "./Sidebar.module.css";

interface SidebarProps {
  badges: Badges;
  /** The tenant picker: a scope, not a place. */
  scope?: ReactNode;
  /** Under the places: saved views. */
  views?: ReactNode;
}

export function Sidebar({ badges, scope, views }: SidebarProps) {
  return (
    <nav className={styles.sidebar} aria-label="Places">
      {scope && <div className={styles.scope}>{scope}</div>}
      <PlaceList at="top" badges={badges} />
      {views}
      <div className={styles.space} />
      <PlaceList at="bottom" badges={badges} />
    </nav>
  );
}

function PlaceList({ at, badges }: { at: "top" | "bottom"; badges: Badges }) {
  const narrow = useNarrow();
  return (
    <ul className={styles.list}>
      {places
        .filter((place) => place.at === at)
        .map(({ id, label, icon: Icon, to }) => {
          const badge = badges[id];
          return (
            <li key={id}>
              <Tooltip content={label} side="right" disabled={!narrow}>
                <Link to={to} className={styles.place}>
                  <Icon size={16} strokeWidth={1.75} aria-hidden />
                  <span className={styles.label}>{label}</span>
                  {badge && (
                    <span className={styles.badge} data-tone={badge.tone}>
                      {badge.tone === "warn" && <TriangleAlert size={13} aria-hidden />}
                      {badge.text}
                    </span>
                  )}
                </Link>
              </Tooltip>
            </li>
          );
        })}
    </ul>
  );
}
