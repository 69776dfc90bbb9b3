import type { FailureLane } from "@/backend";
import { routineStateWord, type Word } from "@/components/words";

const words: Record<FailureLane, Word> = {
  retrying: { ...routineStateWord("backing_off"), label: "Retrying" },
  dead: routineStateWord("dead_lettered"),
  off: routineStateWord("switched_off"),
};

/** A lane by the word and the colour of the state its routines are in. */
export function laneWord(lane: FailureLane): Word {
  return words[lane];
}

/** "1 routine", "7 routines" */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
