import { useQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { useMemo } from "react";
import { reads } from "@/backend";
import { Combobox } from "@/components/Combobox";
import { useNow, useZone } from "@/components/clock";
import { date } from "@/components/time";
import { isKnownZone, offsetLabel } from "@/components/zone";
import { offsetText } from "../fireText";
import { recentZones } from "./recentZones";
import type { Preview } from "./usePreview";

interface Props {
  value: string;
  onChange: (zone: string) => void;
  changed: boolean;
  preview: Preview;
  refusal?: string;
  readOnly: boolean;
}

/** The viewer's zone first, then the recent ones, then all that Rust knows. */
export function ZoneField({ value, onChange, changed, preview, refusal, readOnly }: Props) {
  const { data: zones = [] } = useQuery(reads.zones());
  const viewer = useZone();
  const now = useNow();
  const change = preview.isCurrent ? preview.answer?.next_clock_change : null;
  const chosen = isKnownZone(value)
    ? `${offsetLabel(now, value)} now${
        change
          ? `, ${offsetText(change.offset_after_seconds)} from ${date(change.at, now, value)}`
          : ""
      }`
    : "not known on this desktop";
  const order = useMemo(() => {
    const recent = recentZones();
    const first = [viewer, ...recent.filter((zone) => zone !== viewer)];
    return [...first, ...zones.filter((zone) => !first.includes(zone))].map((zone) => ({
      value: zone,
      label: zone,
      detail: zone === viewer ? "same as viewer" : recent.includes(zone) ? "recent" : undefined,
    }));
  }, [zones, viewer]);
  const options = order.map((option) =>
    option.value === value ? { ...option, detail: chosen } : option,
  );
  return (
    <Combobox
      label="Zone"
      icon={Globe}
      value={value}
      onChange={onChange}
      changed={changed}
      options={options}
      emptyText="No zone matches."
      verdict={refusal ? { tone: "bad", sentence: refusal } : undefined}
      readOnly={readOnly}
    />
  );
}
