import type { Asks, ChangeKind, Confirmation } from "@/bindings";
import type { CommandFailure } from "./commands";
import type { WriteName } from "./writes";

/**
 * What a protection level asks for before a change. Rust decides it; here the question is passed on to
 * whoever can show it, and the answer is sent along.
 */

/** A change that was refused because nobody confirmed it. */
export interface Unconfirmed {
  write: WriteName;
  /** The name of the connection has to be typed. */
  typed: boolean;
  /** Rust's sentence. */
  message: string;
}

type Asker = (question: Unconfirmed) => Promise<Confirmation | null>;

let asker: Asker | null = null;

/** The one dialog that asks where a view has not asked itself. */
export function setAsker(next: Asker | null): void {
  asker = next;
}

/** The person's answer; null where they declined, or where nobody can ask. */
export async function askFor(write: WriteName, refusal: CommandFailure) {
  const typed = refusal.code === "needs_typed_name";
  if (!typed && refusal.code !== "needs_confirmation") return null;
  return (await asker?.({ write, typed, message: refusal.message })) ?? null;
}

/** What was confirmed in a dialog: the last argument of a change, or none where nothing is asked. */
export function answerTo(asks: Asks, typedName: string | null = null): [] | [Confirmation] {
  if (asks === "dialog") return [{ typed_name: null }];
  return asks === "typed_name" ? [{ typed_name: typedName }] : [];
}

export function isConfirmation(value: unknown): value is Confirmation {
  return typeof value === "object" && value !== null && "typed_name" in value;
}

export type { Asks, ChangeKind, Confirmation };
