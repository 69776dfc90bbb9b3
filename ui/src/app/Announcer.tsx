import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Settings, Today } from "@/backend";
import { useToasts } from "@/components/Toast";

interface AnnouncerProps {
  attention: Today["attention"] | undefined;
  silent: boolean;
  notices: Settings["notices"] | undefined;
}

/** At most one summary in this time, for those who listen. */
const LEAST_GAP_MS = 15_000;

interface Seen {
  dead: number;
  off: number;
  failing: number;
  silent: boolean;
}

/** Tells what changed while one looks elsewhere: read out politely, and shown where it was chosen. */
export function Announcer({ attention, silent, notices }: AnnouncerProps) {
  const toasts = useToasts();
  const navigate = useNavigate();
  const [said, setSaid] = useState("");
  const saidAt = useRef(0);
  const before = useRef<Seen | null>(null);
  useEffect(() => {
    if (!attention) return;
    const seen = seenOf(attention, silent);
    const last = before.current;
    const sentences = last ? changesOf(last, seen) : [];
    const mayBeSaid = Date.now() - saidAt.current >= LEAST_GAP_MS;
    if (last === null || sentences.length === 0 || mayBeSaid) before.current = seen;
    if (sentences.length === 0 || !mayBeSaid) return;
    saidAt.current = Date.now();
    setSaid(sentences.map(({ text }) => text).join(" "));
    const look = { label: "Look", run: () => void navigate({ to: "/today" }) };
    const shown = sentences.filter(({ kind }) => kind && notices?.[kind] !== false);
    if (shown.length > 0) toasts.done(shown.map(({ text }) => text).join(" "), look);
  }, [attention, silent, notices, toasts, navigate]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {said}
    </p>
  );
}

function seenOf(attention: Today["attention"], silent: boolean): Seen {
  const { backing_off, dead_lettered, switched_off, cannot_fire } = attention;
  const off = switched_off + cannot_fire;
  return { dead: dead_lettered, off, failing: backing_off + dead_lettered + off, silent };
}

interface Sentence {
  text: string;
  /** Which choice of Settings lets it be shown; read out it always is. */
  kind?: keyof Settings["notices"];
}

function changesOf(last: Seen, seen: Seen): Sentence[] {
  const sentences: Sentence[] = [];
  const add = (kind: Sentence["kind"], text: string) => sentences.push({ kind, text });
  if (seen.silent && !last.silent) add("nobody_sweeps", "Nobody sweeps.");
  if (!seen.silent && last.silent) add("recovered", "The scheduler sweeps again.");
  if (seen.dead > last.dead) {
    add("dead_lettered", `${routines(seen.dead - last.dead)} dead-lettered.`);
  }
  if (seen.off > last.off) {
    add("switched_off", `${routines(seen.off - last.off)} switched off.`);
  }
  const began = seen.failing - last.failing;
  if (began > 0 && seen.dead <= last.dead && seen.off <= last.off) {
    add(undefined, `${began === 1 ? "1 routine" : `${began} routines`} began to fail.`);
  }
  if (began < 0)
    add("recovered", `${-began === 1 ? "1 routine" : `${-began} routines`} recovered.`);
  return sentences;
}

function routines(number: number): string {
  return number === 1 ? "1 routine was" : `${number} routines were`;
}
