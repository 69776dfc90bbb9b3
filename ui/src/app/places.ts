import {
  Activity,
  Boxes,
  Building2,
  CalendarDays,
  Database,
  List,
  ListVideo,
  type LucideIcon,
  NotebookText,
  SlidersHorizontal,
  TriangleAlert,
} from "lucide-react";

/** The navigation, one line a place. Keys follow G. */

export const places = [
  { id: "today", label: "Today", icon: CalendarDays, to: "/today", keys: "g t", at: "top" },
  { id: "routines", label: "Routines", icon: List, to: "/routines", keys: "g r", at: "top" },
  { id: "runs", label: "Runs", icon: ListVideo, to: "/runs", keys: "g u", at: "top" },
  {
    id: "failures",
    label: "Failures",
    icon: TriangleAlert,
    to: "/failures",
    keys: "g f",
    at: "top",
  },
  {
    id: "definitions",
    label: "Definitions",
    icon: Boxes,
    to: "/definitions",
    keys: "g d",
    at: "top",
  },
  { id: "scheduler", label: "Scheduler", icon: Activity, to: "/scheduler", keys: "g s", at: "top" },
  { id: "journal", label: "Journal", icon: NotebookText, to: "/journal", keys: "g j", at: "top" },
  { id: "tenants", label: "Tenants", icon: Building2, to: "/tenants", keys: "g e", at: "bottom" },
  {
    id: "connections",
    label: "Connections",
    icon: Database,
    to: "/connections",
    keys: "g c",
    at: "bottom",
  },
  {
    id: "settings",
    label: "Settings",
    icon: SlidersHorizontal,
    to: "/settings",
    keys: "g ,",
    at: "bottom",
  },
] as const satisfies readonly Place[];

interface Place {
  id: string;
  label: string;
  icon: LucideIcon;
  to: string;
  keys: string;
  at: "top" | "bottom";
}

export type PlaceId = (typeof places)[number]["id"];

/** A count or a word beside a place; `bad` and `warn` also draw the warning icon in the rail. */
export type Badges = Partial<Record<PlaceId, { text: string; tone?: "bad" | "warn" }>>;
