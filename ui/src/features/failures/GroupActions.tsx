import { BellOff, Copy, Feather, RotateCw } from "lucide-react";
import type { FailureGroup, FailureLane } from "@/backend";
import { useConnection } from "@/backend";
import { Button, IconButton } from "@/components/Button";
import { Menu } from "@/components/Menu";
import { useToasts } from "@/components/Toast";
import { report } from "./report";
import { SPANS, useMute } from "./useMute";

interface GroupActionsProps {
  group: FailureGroup;
  lane: FailureLane;
  selected: boolean;
  onRevive: () => void;
  onTry: () => void;
  trying: boolean;
}

/** The buttons of a group, with the primary one only where the cursor is. */
export function GroupActions(props: GroupActionsProps) {
  const { group, lane, selected, onRevive, onTry, trying } = props;
  const { readOnlyReason } = useConnection();
  const { mute, muting } = useMute();
  const toasts = useToasts();
  const { error } = group;
  const copy = async () => {
    await navigator.clipboard.writeText(report(group, lane));
    toasts.done("Copied the report");
  };
  const verb = lane === "off" ? "Switch on" : "Revive";
  return (
    <>
      {lane === "retrying" && (
        <Button
          tone={selected ? "primary" : "plain"}
          icon={RotateCw}
          busy={trying}
          disabledReason={readOnlyReason}
          onClick={onTry}
        >
          {group.members.length === 1 ? "Try now" : `Try ${group.members.length} now…`}
        </Button>
      )}
      {lane !== "retrying" && error && error.code !== "unschedulable" && (
        <Button
          tone={selected ? "primary" : "plain"}
          icon={Feather}
          disabledReason={readOnlyReason}
          onClick={onRevive}
        >
          {`${verb} ${group.routines}…`}
        </Button>
      )}
      {error &&
        (error.muted || readOnlyReason ? (
          <Button
            icon={BellOff}
            busy={muting}
            disabledReason={readOnlyReason}
            onClick={() => void mute(error, null)}
          >
            {error.muted ? "Unmute" : "Mute"}
          </Button>
        ) : (
          <Menu
            trigger={
              <Button icon={BellOff} busy={muting}>
                Mute
              </Button>
            }
            entries={SPANS.map(({ label, hours }) => ({
              label: `For ${label}`,
              onSelect: () => void mute(error, hours),
            }))}
          />
        ))}
      <IconButton icon={Copy} label="Copy report" onClick={() => void copy()} />
    </>
  );
}
