import { useQuery } from "@tanstack/react-query";
import {
  type ClockOrder,
  failure,
  type Jump,
  reads,
  type SandboxFaults,
  useWrite,
} from "@/backend";
import { useCommands } from "@/components/commands";
import { useToasts } from "@/components/Toast";

/** Clock and faults of the open database, and what moves them. */
export function useSandbox() {
  const { data, error, isFetching, refetch } = useQuery(reads.sandbox());
  const toasts = useToasts();
  const clock = useWrite("moveClock");
  const faults = useWrite("setFaults");
  const refuse = (verb: string) => ({
    onError: (refused: Error) => toasts.refused(`${verb} failed.`, refused.message),
  });
  // Also while a jump is under way: it can be held, and what cannot be done then is refused by Rust.
  const move = (order: ClockOrder) =>
    clock.mutate([order], {
      ...refuse("Moving the clock"),
      onSuccess: ({ notice }) => notice && toasts.done(notice),
    });
  const under = clock.isPending ? clock.variables?.[0] : undefined;
  const jump = (to: Jump) => move({ kind: "jump", jump: to });
  const held = (to: Jump) => {
    const target = data?.jumps.find((each) => each.jump === to);
    if (!data) return "The clock has not been read yet.";
    return data.refusal ?? (target?.at === null ? (target.note ?? undefined) : undefined);
  };
  const command = (keys: string, hint: string, label: string, to: Jump) => ({
    id: `sandbox.${to}`,
    label,
    keys,
    hint: data?.is_sandbox ? hint : undefined,
    group: "Virtual clock",
    disabledReason: held(to),
    run: () => jump(to),
  });
  useCommands([
    command(".", "step", "Step 1 min", "minute"),
    command("f", "next fire", "Go to the next fire", "next_fire"),
    command("d", "clock change", "Go past the clock change", "past_clock_change"),
  ]);
  return {
    data,
    error,
    isFetching,
    refetch,
    isJumping: (to: Jump) => under?.kind === "jump" && under.jump === to,
    move,
    jump,
    held,
    faultsBusy: faults.isPending,
    /** Answers whether it was done; why not is told here. */
    setFaults: async (next: SandboxFaults) => {
      try {
        await faults.mutateAsync([next]);
        return true;
      } catch (refused) {
        toasts.refused("Setting the faults failed.", failure(refused).message);
        return false;
      }
    },
  };
}

export type SandboxState = ReturnType<typeof useSandbox>;
