import type { FailureGroup, FailureLane } from "@/backend";
import { counted, laneWord } from "./laneWords";

/** A group as text for a ticket. The sentences come from the engine, which keeps secrets out. */
export function report(group: FailureGroup, lane: FailureLane): string {
  const { error } = group;
  const lines = [
    `${group.title} (${laneWord(lane).label.toLowerCase()})`,
    `${counted(group.routines, "routine")}, ${group.tenant_names.join(", ")}${
      group.tenants > group.tenant_names.length ? " and others" : ""
    }`,
    `runs ${group.place}`,
  ];
  if (error) {
    lines.push(
      `error ${error.code} ${error.fingerprint}: ${error.sentence}`,
      `${counted(error.failures, "failure")} in 24 h, first ${error.first_seen ?? "not known"}, last ${error.last_seen ?? "not known"}`,
    );
  }
  lines.push(...group.shown.map((routine) => `- ${routine.name} (${routine.tenant_name})`));
  const more = group.routines - group.shown.length;
  if (more > 0) lines.push(`- and ${more} more`);
  return lines.join("\n");
}
