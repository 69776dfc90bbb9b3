import { type ErrorFacts, failure, useWrite } from "@/backend";
import { useReadNow } from "@/components/clock";
import { useToasts } from "@/components/Toast";

const HOUR = 3_600_000;

/** How long one does not want to be called: what the menu offers. */
export const SPANS = [
  { label: "1 hour", hours: 1 },
  { label: "8 hours", hours: 8 },
  { label: "24 hours", hours: 24 },
  { label: "7 days", hours: 168 },
] as const;

/** Mutes an error, or lets it call again; each can be taken back while its toast is open. */
export function useMute() {
  const toasts = useToasts();
  const now = useReadNow();
  const { mutateAsync, isPending } = useWrite("muteError");

  async function write(error: ErrorFacts, until: string | null) {
    try {
      await mutateAsync([error.fingerprint, until]);
      return true;
    } catch (thrown) {
      toasts.refused(`Mute failed for “${error.sentence}”.`, failure(thrown).message);
      return false;
    }
  }

  async function mute(error: ErrorFacts, hours: number | null) {
    const until = hours === null ? null : new Date(now() + hours * HOUR).toISOString();
    if (!(await write(error, until))) return;
    const before = error.muted?.until ?? null;
    toasts.undoable(
      <>
        {until === null ? "Unmuted" : "Muted"} <strong>{error.sentence}</strong>
      </>,
      () => void write(error, before),
    );
  }
  return { mute, muting: isPending };
}
