import {
  Ban,
  Building2,
  CalendarClock,
  CirclePause,
  CirclePlay,
  Info,
  type LucideIcon,
  Package,
  Pencil,
  Play,
  Plus,
  RotateCcw,
  ShieldX,
  SlidersHorizontal,
  Trash2,
} from "lucide-react";
import type { JournalRow } from "@/backend";
import { OctagonBar } from "@/components/icons";

/** What was done, in the verb that its button has. */
interface Deed {
  label: string;
  icon: LucideIcon;
}

const deeds: Record<string, Deed> = {
  "routine.created": { label: "Created", icon: Plus },
  "routine.edited": { label: "Edited", icon: Pencil },
  "routine.paused": { label: "Paused", icon: CirclePause },
  "routine.resumed": { label: "Resumed", icon: CirclePlay },
  "routine.revived": { label: "Revived", icon: RotateCcw },
  "routine.switched_off": { label: "Switched off", icon: OctagonBar },
  "routine.deleted": { label: "Deleted", icon: Trash2 },
  "routine.restored": { label: "Restored", icon: RotateCcw },
  "routine.replanned": { label: "Planned anew", icon: CalendarClock },
  "run.requested": { label: "Run now", icon: Play },
  "definition.created": { label: "Definition created", icon: Package },
  "definition.disabled": { label: "Definition disabled", icon: Ban },
  "definition.enabled": { label: "Definition enabled", icon: Package },
  "routines.dispatch_refused": { label: "Hand-off refused", icon: ShieldX },
  "routines.webhook_refused": { label: "Web-hook call refused", icon: ShieldX },
  "tenant.created": { label: "Tenant created", icon: Building2 },
  "tenant.policy_set": { label: "Policy changed", icon: SlidersHorizontal },
};

export const KINDS: readonly string[] = Object.keys(deeds);

/** A kind of another version is shown as stored, never hidden. */
export function deed(kind: string): Deed {
  return deeds[kind] ?? { label: `“${kind}”`, icon: Info };
}

export function subjectName({ subject }: JournalRow): string {
  return subject.name ?? `${subject.kind} ${subject.id}`.trim();
}

/** Where the subject can be looked at, if anywhere. */
export function subjectAddress({ subject }: JournalRow): string | null {
  if (subject.kind === "routine") return `/routines/${subject.id}`;
  if (subject.kind === "run") return `/runs/${subject.id}`;
  return null;
}

/** "trigger.expression" as people say it: "trigger, expression". */
export function fieldName(field: string): string {
  return field === "" ? "value" : field.replaceAll("_", " ").replaceAll(".", ", ");
}

/** The fields that changed, in one line. */
export function changedWords({ kind, changes }: JournalRow): string {
  // Everything is new then: its fields stand in the opened entry.
  if (kind.endsWith(".created")) return "new";
  const names = [...new Set(changes.map(({ field }) => fieldName(field.split(".")[0] ?? field)))];
  return names.length === 0 ? "nothing that is kept" : names.join(", ");
}
