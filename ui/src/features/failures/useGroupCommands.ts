import { BellOff, Copy, CornerDownLeft, Feather, RotateCw } from "lucide-react";
import { type FailureGroup, type FailureLane, useConnection } from "@/backend";
import { useCommands } from "@/components/commands";
import { useToasts } from "@/components/Toast";
import { useGo } from "./addresses";
import { laneWord } from "./laneWords";
import { report } from "./report";
import { LANES } from "./search";
import { useMute } from "./useMute";

interface GroupCursor {
  lane: FailureLane;
  groups: readonly FailureGroup[];
  selected: FailureGroup | undefined;
  onLane: (lane: FailureLane) => void;
  onSelect: (key: string) => void;
  onRevive: (group: FailureGroup) => void;
  onTry: (group: FailureGroup) => void;
}

/** The keys of the page (ui-spec, section 3): lanes, the cursor among groups, and what to do with one. */
export function useGroupCommands(cursor: GroupCursor) {
  const { lane, groups, selected, onLane, onSelect, onRevive, onTry } = cursor;
  const { readOnlyReason } = useConnection();
  const { mute } = useMute();
  const toasts = useToasts();
  const go = useGo();
  const place = selected ? groups.indexOf(selected) : -1;
  const move = (by: number) => {
    const next = groups[Math.min(Math.max(place + by, 0), groups.length - 1)];
    if (next) onSelect(next.key);
  };
  const none = selected ? undefined : "No group is chosen.";
  const error = selected?.error ?? null;
  const noError = none ?? (error ? undefined : "The group has several errors.");
  const notRevived = lane === "retrying" ? "What is retrying comes back by itself." : undefined;
  useCommands([
    ...LANES.map((each, index) => ({
      id: `failures.lane.${each}`,
      label: `Go to ${laneWord(each).label.toLowerCase()}`,
      keys: String(index + 1),
      ...(index === 0 && { hint: "lanes", hintKeys: "1 2 3" }),
      run: () => onLane(each),
    })),
    { id: "failures.next", label: "Next group", keys: "j", keyOnly: true, run: () => move(1) },
    { id: "failures.before", label: "Group before", keys: "k", keyOnly: true, run: () => move(-1) },
    {
      id: "failures.down",
      label: "Next group",
      keys: "ArrowDown",
      keyOnly: true,
      run: () => move(1),
    },
    {
      id: "failures.up",
      label: "Group before",
      keys: "ArrowUp",
      keyOnly: true,
      run: () => move(-1),
    },
    {
      id: "failures.open",
      label: "Open the group",
      icon: CornerDownLeft,
      keys: "Enter",
      disabledReason: noError,
      run: () => error && go.error(error.fingerprint),
    },
    {
      id: "failures.revive",
      label: "Revive the group",
      icon: Feather,
      keys: "v",
      hint: "revive",
      disabledReason: readOnlyReason ?? noError ?? notRevived,
      run: () => selected && onRevive(selected),
    },
    {
      id: "failures.try",
      label: "Try the group now",
      icon: RotateCw,
      keys: "t",
      hint: "try now",
      disabledReason:
        readOnlyReason ?? none ?? (lane === "retrying" ? undefined : "Nothing there backs off."),
      run: () => selected && onTry(selected),
    },
    {
      id: "failures.mute",
      label: error?.muted ? "Unmute the error" : "Mute the error for 24 hours",
      icon: BellOff,
      keys: "m",
      hint: error?.muted ? "unmute" : "mute",
      disabledReason: readOnlyReason ?? noError,
      run: () => error && void mute(error, error.muted ? null : 24),
    },
    {
      id: "failures.copy",
      label: "Copy the report of the group",
      icon: Copy,
      keys: "c",
      disabledReason: none,
      run: () => {
        if (!selected) return;
        void navigator.clipboard
          .writeText(report(selected, lane))
          .then(() => toasts.done("Copied the report"));
      },
    },
  ]);
}
