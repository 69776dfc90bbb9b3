import { Clock as ClockIcon } from "lucide-react";
import { useNow, useZone } from "@/components/clock";
import { clockTime, date } from "@/components/time";
import { city, offsetLabel } from "@/components/zone";
import styles from "./TopBar.module.css";
import type { VirtualClockView } from "./views";

/** The time all ages on screen are counted from, with its zone; amber while it is virtual. */
export function Clock({ virtual }: { virtual?: VirtualClockView }) {
  const now = useNow();
  const zone = useZone();
  const offset = offsetLabel(now, zone);
  if (virtual) {
    return (
      <button type="button" className={styles.virtual} onClick={virtual.onOpen}>
        <ClockIcon size={15} aria-hidden />
        <span>
          <strong>
            {date(now, now, zone)} {clockTime(now, zone, true)}
          </strong>
          <small>
            virtual, {virtual.speed}, {offset}
          </small>
        </span>
      </button>
    );
  }
  return (
    <div className={styles.clock}>
      <ClockIcon size={15} aria-hidden />
      <span>
        <strong>{clockTime(now, zone, true)}</strong>
        <small>{city(zone) === offset ? offset : `${city(zone)}, ${offset}`}</small>
      </span>
    </div>
  );
}
