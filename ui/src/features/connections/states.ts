import {
  CircleCheck,
  CircleX,
  KeyRound,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from "lucide-react";
import type { ConnectionReport, ConnectionState } from "@/backend";

export type Tone = "ok" | "warn" | "bad" | "mute";

interface StateWord {
  word: string;
  tone: Tone;
  icon: LucideIcon;
  /** Across the detail, where there is more to say: a title and a sentence. */
  banner?: [title: string, text: string];
}

/** How a connection stands, in words. */
const words: Record<ConnectionState, StateWord> = {
  ready: { word: "Ready", tone: "ok", icon: CircleCheck },
  empty: {
    word: "Not set up",
    tone: "warn",
    icon: TriangleAlert,
    banner: [
      "The database is empty.",
      "Open it to make its tables and its first tenant. Nothing is changed before.",
    ],
  },
  migration_waits: { word: "Migration waits", tone: "warn", icon: TriangleAlert },
  newer_than_app: {
    word: "Newer than this app",
    tone: "bad",
    icon: CircleX,
    banner: ["The database is newer than this app.", "Update Routine Desk to open it."],
  },
  no_rights: {
    word: "No rights to change",
    tone: "warn",
    icon: TriangleAlert,
    banner: [
      "It can only be read.",
      "The role or the file allows no changes, so this connection opens read-only.",
    ],
  },
  file_not_found: {
    word: "File not found",
    tone: "bad",
    icon: CircleX,
    banner: [
      "The file is not there.",
      "Correct the path, or open it to make a new, empty database.",
    ],
  },
  needs_password: {
    word: "Wants a password",
    tone: "warn",
    icon: KeyRound,
    banner: ["The server did not let us in.", "Type the password, then open it."],
  },
  not_usable: { word: "Cannot be used", tone: "bad", icon: CircleX },
  unreachable: { word: "Unreachable", tone: "bad", icon: CircleX },
};

const connecting: StateWord = { word: "Connecting", tone: "mute", icon: LoaderCircle };

/** Migrations that are not applied yet. */
export const waiting = (report: ConnectionReport) =>
  (report.migrations ?? []).filter(({ applied_at: at }) => at === null);

export function stateWord(report: ConnectionReport | undefined): StateWord {
  if (report === undefined) return connecting;
  const found = words[report.state];
  const why = report.checks.find(({ verdict }) => verdict === "failed")?.sentence;
  if (report.state === "migration_waits") {
    const count = waiting(report).length;
    const many = count === 1 ? "1 migration waits" : `${count} migrations wait`;
    const title = count === 1 ? "One migration waits." : `${count} migrations wait.`;
    const until = count === 1 ? "Until it is applied" : "Until they are applied";
    return { ...found, word: many, banner: [title, `${until} this connection opens read-only.`] };
  }
  if (why !== undefined && found.tone === "bad" && report.state !== "file_not_found") {
    return { ...found, banner: [found.banner?.[0] ?? `${found.word}.`, why] };
  }
  return found;
}
