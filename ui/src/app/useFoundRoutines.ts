import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { List } from "lucide-react";
import { useEffect, useState } from "react";
import { reads } from "@/backend";
import type { Command } from "@/components/commands";

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
  return data.rows.map((row) => ({
    id: `routine.${row.id}`,
    label: row.name,
    icon: List,
    detail: `${row.tenant_name}, ${row.trigger.sentence}`,
    state: row.state.kind,
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
