import { CalendarClock, Clock, RotateCw } from "lucide-react";
import { useNow, useZone } from "@/components/clock";
import { absolute } from "@/components/time";
import styles from "./Preview.module.css";
import type { Preview } from "./usePreview";

interface Props {
  preview: Preview;
  /** Trigger, definition or switch changed. */
  moves: boolean;
  enabled: boolean;
}

/** What saving does to the schedule, before it is done. */
export function Consequence({ preview, moves, enabled }: Props) {
  const now = useNow();
  const zone = useZone();
  const first = preview.isCurrent ? preview.answer?.fires[0] : undefined;
  return (
    <ul className={styles.notes}>
      {!enabled ? (
        <li>
          <Clock size={14} aria-hidden />
          <span>It is off: nothing fires until it is switched on.</span>
        </li>
      ) : !moves ? (
        <li>
          <CalendarClock size={14} aria-hidden />
          <span>The schedule does not move, and the failure streak stays.</span>
        </li>
      ) : (
        <>
          {first && (
            <li>
              <Clock size={14} aria-hidden />
              <span>
                First new fire <strong>{absolute(first.at, now, zone)}</strong>. Nothing fires for
                the past.
              </span>
            </li>
          )}
          <li>
            <RotateCw size={14} aria-hidden />
            <span>
              The schedule starts anew: a failure streak, a waiting retry or a dead letter is
              cleared. Open runs are not touched.
            </span>
          </li>
        </>
      )}
    </ul>
  );
}
