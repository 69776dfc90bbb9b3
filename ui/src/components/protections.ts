import { Eye, LockOpen, type LucideIcon, ShieldCheck } from "lucide-react";

/** How far a connection may be changed, in a word, a picture and a sentence. */

export type Protection = "read_only" | "confirm" | "full";

export const protections: Record<Protection, { label: string; icon: LucideIcon; says: string }> = {
  read_only: { label: "Read-only", icon: Eye, says: "Nothing can be changed from here" },
  confirm: {
    label: "Confirm changes",
    icon: ShieldCheck,
    says: "Asks before each change, typed name for bulk",
  },
  full: {
    label: "Full control",
    icon: LockOpen,
    says: "Changes at once, with undo. Sandboxes only",
  },
};
