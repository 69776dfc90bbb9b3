import { Boxes, FastForward, type LucideIcon, PackageCheck, Send, SquareStack } from "lucide-react";
import type { ReactNode } from "react";
import type { RoutineDetail } from "@/backend";
import { inSentence, launcherTarget, misfires, overlaps } from "../policies";
import styles from "./Rules.module.css";

export function Rules({ detail }: { detail: RoutineDetail }) {
  const { misfire, overlap, definition } = detail;
  return (
    <section>
      <h3>Rules</h3>
      <ul className={styles.rules}>
        <Rule icon={FastForward}>If late: {inSentence(misfires, misfire)}</Rule>
        <Rule icon={SquareStack}>If still running: {inSentence(overlaps, overlap)}</Rule>
        <Rule icon={Boxes}>
          Definition {definition.name}
          {definition.disabled_at !== null && (
            <span className={styles.disabled}> is disabled, nothing of it is launched</span>
          )}
        </Rule>
        <Rule icon={Send}>
          {handOff[definition.launcher.launcher]} <code>{launcherTarget(definition)}</code>
        </Rule>
        {detail.destination_place !== null && (
          <Rule icon={PackageCheck}>
            Results go to <code>{detail.destination_place}</code>
          </Rule>
        )}
      </ul>
    </section>
  );
}

const handOff = { http: "Hand-off to", command: "Starts", simulated: "Launcher" };

function Rule({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span>{children}</span>
    </li>
  );
}
