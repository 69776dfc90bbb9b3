import { FlaskConical, Redo2, StepForward, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Jump, SandboxStatus } from "@/backend";
import { Button } from "@/components/Button";
import { useNow, useZone } from "@/components/clock";
import { Segment } from "@/components/Segment";
import { Tooltip } from "@/components/Tooltip";
import { absolute, clockTime, longDate } from "@/components/time";
import { city, offsetLabel } from "@/components/zone";
import card from "../Scheduler.module.css";
import { ClockAxis } from "./ClockAxis";
import styles from "./Sandbox.module.css";
import { SandboxDialog } from "./SandboxDialog";
import { SetTimeDialog } from "./SetTimeDialog";
import type { SandboxState } from "./useSandbox";

const paces = [
  { value: "0", label: "Hold" },
  { value: "1", label: "1×" },
  { value: "60", label: "60×" },
  { value: "600", label: "600×" },
] as const;

/** The time that this sandbox goes by, and how it is moved. */
export function VirtualClock({ sandbox }: { sandbox: SandboxState }) {
  const { data } = sandbox;
  if (!data) return null;
  return (
    <section className={card.card} aria-label="Virtual clock">
      {data.is_sandbox ? <Clock sandbox={sandbox} status={data} /> : <NoSandbox status={data} />}
    </section>
  );
}

function Clock({ sandbox, status }: { sandbox: SandboxState; status: SandboxStatus }) {
  const now = useNow();
  const zone = useZone();
  const [setting, setSetting] = useState(false);
  const { clock, refusal } = status;
  const held = refusal ?? undefined;
  return (
    <>
      <header className={card.head}>
        <h2>Virtual clock</h2>
        <span>{clock ? "only this sandbox sees it" : "off: real time"}</span>
        <Button tone="quiet" size={24} disabledReason={held} onClick={() => setSetting(true)}>
          Set time…
        </Button>
        <Button
          tone="quiet"
          size={24}
          disabledReason={held ?? (clock ? undefined : "It shows real time already.")}
          onClick={() => sandbox.move({ kind: "real" })}
        >
          Back to real time
        </Button>
      </header>
      <div className={styles.clock}>
        <div className={styles.face} data-virtual={clock !== null || undefined}>
          <div>
            <strong aria-hidden="true">{clockTime(now, zone, true)}</strong>
            <small>
              {longDate(now, zone)}, {city(zone)}, {offsetLabel(now, zone)}
            </small>
          </div>
          <Segment
            label="Pace of the clock"
            size={24}
            value={clock ? String(clock.rate) : ""}
            options={paces}
            readOnly={refusal !== null}
            onChange={(rate) => sandbox.move({ kind: "pace", rate: Number(rate) })}
          />
        </div>
        <ClockAxis axis={status.axis} change={status.change} />
        <Jumps sandbox={sandbox} status={status} />
        {refusal && <p className={styles.note}>{refusal}</p>}
        <p className={styles.note}>
          {status.passage} {clock && status.pretends}
        </p>
      </div>
      {setting && (
        <SetTimeDialog
          now={now}
          onSet={(at) => sandbox.move({ kind: "set", at })}
          onClose={() => setSetting(false)}
        />
      )}
    </>
  );
}

const jumps = [
  { jump: "minute", label: "1 min", keys: ".", icon: StepForward },
  { jump: "hour", label: "1 h" },
  { jump: "day", label: "1 d" },
  { jump: "next_fire", label: "Next fire", keys: "f", icon: Redo2, wide: true },
  { jump: "past_clock_change", label: "Past the clock change", keys: "d", icon: Undo2, wide: true },
] as const satisfies readonly {
  jump: Jump;
  label: string;
  keys?: string;
  icon?: unknown;
  /** Wide enough for where it leads to stand below it; that of the others shows on hover and focus. */
  wide?: boolean;
}[];

/** Each says where it leads before it is pressed. */
function Jumps({ sandbox, status }: { sandbox: SandboxState; status: SandboxStatus }) {
  const now = useNow();
  const zone = useZone();
  return (
    <div className={styles.jumps}>
      {jumps.map((each) => {
        const target = status.jumps.find(({ jump }) => jump === each.jump);
        const at = target?.at ?? null;
        const leads = at === null ? "nowhere" : `to ${absolute(at, now, zone, true)}`;
        const told = target?.note ? `${leads}. ${target.note}` : leads;
        const disabledReason = sandbox.held(each.jump);
        const button = (
          <Button
            {...("icon" in each && { icon: each.icon })}
            {...("keys" in each && { keys: each.keys })}
            busy={sandbox.isJumping(each.jump)}
            disabledReason={disabledReason}
            onClick={() => sandbox.jump(each.jump)}
          >
            {each.label}
          </Button>
        );
        return (
          <div key={each.jump} className={styles.jump}>
            {disabledReason === undefined ? <Tooltip content={told}>{button}</Tooltip> : button}
            {"wide" in each && <small>{leads}</small>}
          </div>
        );
      })}
    </div>
  );
}

function NoSandbox({ status }: { status: SandboxStatus }) {
  const [making, setMaking] = useState(false);
  return (
    <>
      <div className={styles.real}>
        <FlaskConical size={16} aria-hidden />
        <p>
          <strong>This database goes by real time.</strong> {status.refusal}
        </p>
        <Button onClick={() => setMaking(true)}>Make a sandbox…</Button>
      </div>
      {making && <SandboxDialog onClose={() => setMaking(false)} />}
    </>
  );
}
