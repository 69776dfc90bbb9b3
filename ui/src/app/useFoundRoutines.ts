import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { List } from "lucide-react";
import { useEffect, useState } from "react";
import { type RoutineRow, reads, useConnection } from "@/backend";
import type { Command } from "@/components/commands";
import { buttonLabel, verbs } from "@/features/routines/actions/verbs";

/** Fewer letters than this match nearly everything. */
const FEWEST = 2;
/** Asked only when typing rests for so long. */
const REST_MS = 150;
const SHOWN = 5;

/** Routines by name, instruction or owner, as lines of the palette. */
export function useFoundRoutines(query: string): Command[] {
  const asked = useRested(query.trim());
  const navigate = useNavigate();
  const connection = useQuery(reads.appStatus()).data?.connection;
  const { readOnlyReason } = useConnection();
  const { data } = useQuery({
    ...reads.routines({
      view: "all",
      search: asked,
      states: [],
      tenant_id: null,
      sort: "name",
      cursor: null,
      limit: SHOWN,
    }),
    enabled: asked.length >= FEWEST && connection?.schema.kind === "current",
    refetchInterval: false,
    placeholderData: undefined,
  });
  if (asked.length < FEWEST || !data) return [];
  /** Each asks first: what is done to a routine out of sight is told before. */
  const actionsOf = (row: RoutineRow): Command[] =>
    row.actions.map((action) => ({
      id: `routine.${row.id}.${action}`,
      label: buttonLabel(action),
      icon: verbs[action].icon,
      group: row.name,
      disabledReason: readOnlyReason,
      asksFirst: action !== "edit",
      run: () => void navigate({ to: "/routines", search: { sel: row.id, ask: action } }),
    }));
  return data.rows.map((row) => ({
    id: `routine.${row.id}`,
    label: row.name,
    icon: List,
    detail: `${row.tenant_name}, ${row.trigger.sentence}`,
    state: row.state.kind,
    more: actionsOf(row),
    run: () => void navigate({ to: "/routines/$id", params: { id: row.id } }),
  }));
}

function useRested(text: string): string {
  const [rested, setRested] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
