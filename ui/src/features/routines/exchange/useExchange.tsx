import { Copy, FileInput, FileOutput } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type ExchangeChoice, useConnection } from "@/backend";
import { useCommands } from "@/components/commands";
import type { MenuAction } from "@/components/Menu";
import { count } from "@/components/time";
import type { SelectionState } from "../list/useSelection";
import { matchOf, narrowedBy, type RoutinesSearch } from "../search";
import { ExportDialog } from "./ExportDialog";
import { ImportSheet } from "./ImportSheet";
import { TwinDialog } from "./TwinDialog";

/** What is exported or copied, and what a person calls it. */
export interface Subject {
  choice: ExchangeChoice;
  words: string;
}

type Asked = { what: "export" | "twin"; subject: Subject } | { what: "import" };

/** Export, import and the local twin: their menu entries, their commands, and what they open. */
export function useExchange(search: RoutinesSearch, matching: number) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { readOnlyReason } = useConnection();
  const close = () => setAsked(null);
  const page = pageSubject(search, matching);
  const entries: MenuAction[] = [
    {
      label: "Import…",
      icon: FileInput,
      detail: readOnlyReason && "preview only",
      onSelect: () => setAsked({ what: "import" }),
    },
    ...subjectEntries(page, setAsked),
  ];
  useCommands(
    entries.map(({ label, icon, onSelect }) => ({
      id: `routines.${label.toLowerCase().replace(/\W+/g, "-")}`,
      label,
      icon,
      group: "Routines",
      run: onSelect,
    })),
  );
  const dialogs: Record<Asked["what"], (subject: Subject) => ReactNode> = {
    export: (subject) => <ExportDialog subject={subject} onClose={close} />,
    twin: (subject) => <TwinDialog subject={subject} onClose={close} />,
    import: () => <ImportSheet onClose={close} />,
  };
  return {
    entries,
    /** For the rows that are chosen. */
    selectionEntries: (selection: SelectionState) =>
      subjectEntries(selectionSubject(selection), setAsked),
    dialog: asked && dialogs[asked.what]("subject" in asked ? asked.subject : page),
  };
}

function subjectEntries(subject: Subject, ask: (asked: Asked) => void): MenuAction[] {
  return [
    {
      label: "Export…",
      icon: FileOutput,
      detail: subject.words,
      onSelect: () => ask({ what: "export", subject }),
    },
    {
      label: "Make a local twin…",
      icon: Copy,
      detail: subject.words,
      onSelect: () => ask({ what: "twin", subject }),
    },
  ];
}

/** A tenant with its policy where the list shows one; else what matches; else everything. */
function pageSubject(search: RoutinesSearch, matching: number): Subject {
  const narrowed = narrowedBy(search);
  const whole = (search.view ?? "all") === "all";
  if (whole && narrowed.length === 0) return { choice: { kind: "all" }, words: "everything" };
  if (whole && narrowed.length === 1 && search.tenant !== undefined) {
    return { choice: { kind: "tenant", id: search.tenant }, words: "this tenant" };
  }
  return {
    choice: { kind: "matching", matching: matchOf(search) },
    words: `${count(matching)} shown`,
  };
}

function selectionSubject({ all, ids, matching, count: chosen }: SelectionState): Subject {
  const words = `${count(chosen)} selected`;
  if (all !== null) return { choice: { kind: "matching", matching }, words };
  return { choice: { kind: "routines", ids: [...ids] }, words };
}
