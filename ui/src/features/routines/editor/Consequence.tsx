import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Clock, Diff, type LucideIcon, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { reads, type TriggerDiff, type TriggerSpec } from "@/backend";
import { useNow, useZone } from "@/components/clock";
import { absolute, count } from "@/components/time";
import styles from "./Preview.module.css";
import { Tracks } from "./Tracks";
import type { Preview } from "./usePreview";

interface Props {
  preview: Preview;
  /** The stored trigger, and the written one where it can be read. */
  old: TriggerSpec;
  written: TriggerSpec | null;
  /** Trigger, definition or switch changed. */
  moves: boolean;
  enabled: boolean;
}

const manual: TriggerSpec = { kind: "manual" };

/** What saving does to the schedule, before it is done. */
export function Consequence({ preview, old, written, moves, enabled }: Props) {
  const now = useNow();
  const zone = useZone();
  const compares = moves && enabled && written !== null && preview.isCurrent;
  const { data } = useQuery({
    ...reads.triggerDiff({ old, new: written ?? manual }),
    enabled: compares,
  });
  if (!enabled || !moves) {
    return (
      <ul className={styles.notes}>
        {enabled ? (
          <Line icon={CalendarClock}>
            The schedule does not move, and the failure streak stays.
          </Line>
        ) : (
          <Line icon={Clock}>It is off: nothing fires until it is switched on.</Line>
        )}
      </ul>
    );
  }
  const diff = compares ? data : undefined;
  return (
    <>
      {diff && <Tracks diff={diff} />}
      <ul className={styles.notes}>
        {diff && (
          <Line icon={Diff}>
            Next 30 days: <strong>{changeOf(diff)}</strong>.
          </Line>
        )}
        {diff?.first && (
          <Line icon={Clock}>
            First new fire <strong>{absolute(diff.first, now, zone)}</strong>. Nothing fires for the
            past.
          </Line>
        )}
        <Line icon={RotateCw}>
          The schedule starts anew: a failure streak, a waiting retry or a dead letter is cleared.
          Open runs are not touched.
        </Line>
      </ul>
    </>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li>
      <Icon size={14} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

function changeOf({ fires_before: before, fires_after: after, gone, come }: TriggerDiff): string {
  if (gone.length + come.length === 0) return `${count(after)} fires, at the same times`;
  if (before === after) return `${count(after)} fires, as many as before`;
  return `${count(before)} fires become ${count(after)}`;
}
