import { useState } from "react";
import { useZone } from "@/components/clock";
import { Dialog } from "@/components/Dialog";
import { TextField } from "@/components/TextField";
import { city, instantOf, readingOf } from "@/components/zone";

interface Props {
  now: number;
  onSet: (at: string) => void;
  onClose: () => void;
}

/** Any time at once, also backwards. */
export function SetTimeDialog({ now, onSet, onClose }: Props) {
  const zone = useZone();
  const [reading, setReading] = useState(() => readingOf(now, zone));
  const at = reading === "" ? null : instantOf(reading, zone);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Set the clock of this sandbox?"
      confirm={{
        label: "Set time",
        disabledReason: at === null ? "Choose a time." : undefined,
        onConfirm: () => {
          if (at !== null) onSet(new Date(at).toISOString());
          onClose();
        },
      }}
    >
      <p>
        Nothing fires on the way. Forwards, what was due in between is late and treated by each
        routine's rule; backwards, what happened later is taken back, its runs included.
      </p>
      <TextField
        label={`New time, ${city(zone)} time`}
        layout="stack"
        type="datetime-local"
        value={reading}
        onChange={setReading}
        autoFocus
      />
    </Dialog>
  );
}
