import { useNow, useZone } from "./clock";
import { Tooltip } from "./Tooltip";
import { absolute, type Instant, isoUtc, millis, relative } from "./time";
import { zoneLabel } from "./zone";

interface TimeProps {
  at: Instant | null;
  /** Null is a word: "has never run", "none", "not scheduled". */
  none?: string;
  /** The routine's zone, for the tooltip. */
  zone?: string;
  /** For retries, attempts, sweeps and the journal. */
  seconds?: boolean;
}

/** "in 1 min 12 s". Ticking text is hidden from screen readers; they hear the absolute time. */
export function RelativeTime({ at, none = "none", zone, seconds }: TimeProps) {
  const now = useNow();
  const viewer = useZone();
  if (at === null) return <>{none}</>;
  return (
    <Tooltip content={<AllTimes at={at} zone={zone} />}>
      <time dateTime={isoUtc(at)}>
        <span aria-hidden="true">{relative(at, now, viewer)}</span>
        <span className="visually-hidden">{absolute(at, now, viewer, seconds)}</span>
      </time>
    </Tooltip>
  );
}

/** "15:00", "Fri 06:00", "Mon 26 Oct 10:00", in the viewer's zone. */
export function AbsoluteTime({ at, none = "none", zone, seconds }: TimeProps) {
  const now = useNow();
  const viewer = useZone();
  if (at === null) return <>{none}</>;
  return (
    <Tooltip content={<AllTimes at={at} zone={zone} />}>
      <time dateTime={isoUtc(at)}>{absolute(at, now, viewer, seconds)}</time>
    </Tooltip>
  );
}

/** Worked out when it is looked at: a list has hundreds of times. */
function AllTimes({ at, zone }: { at: Instant; zone?: string }) {
  const now = useNow();
  const viewer = useZone();
  const moment = millis(at);
  const zones = zone === undefined || zone === viewer ? [viewer] : [zone, viewer];
  return zones
    .map((each) => `${absolute(moment, now, each, true)}, ${zoneLabel(each, moment)}`)
    .concat(isoUtc(at))
    .join("\n");
}
