import * as bindings from "@/bindings";

/**
 * The bridge to the commands in Rust. Everything above speaks to `backend()`; tests put a fake in its
 * place. Answers are unwrapped here: a refusal becomes a thrown `CommandFailure`.
 */

type Generated = typeof bindings.commands;

type Unwrapped<F> = F extends (
  ...args: infer A
) => Promise<{ status: "ok"; data: infer T } | { status: "error"; error: unknown }>
  ? (...args: A) => Promise<T>
  : never;

export type Backend = { [Name in keyof Generated]: Unwrapped<Generated[Name]> };

/** A refusal of a command, with its code to act on and its sentence to show. */
export class CommandFailure extends Error {
  readonly code: bindings.ErrorCode;
  /** The form field it is about, as Rust names it: `name`, `trigger.cron`. */
  readonly field: string | null;

  constructor(error: bindings.CommandError) {
    super(error.message);
    this.name = "CommandFailure";
    this.code = error.code;
    this.field = error.field;
  }
}

/** Whatever was thrown, as a failure: the bridge rejects malformed arguments with a bare string. */
export function failure(thrown: unknown): CommandFailure {
  if (thrown instanceof CommandFailure) return thrown;
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown) {
    return new CommandFailure(thrown as bindings.CommandError);
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new CommandFailure({ code: "internal", message, field: null });
}

function unwrap(commands: Generated): Backend {
  const names = Object.keys(commands) as (keyof Generated)[];
  const entries = names.map((name) => {
    const command = commands[name] as (...args: unknown[]) => ReturnType<Generated[typeof name]>;
    return [
      name,
      async (...args: unknown[]) => {
        const answer = await command(...args).catch((thrown: unknown) => {
          throw failure(thrown);
        });
        if (answer.status === "error") throw failure(answer.error);
        return answer.data;
      },
    ];
  });
  return Object.fromEntries(entries) as Backend;
}

let current: Backend = unwrap(bindings.commands);

export function backend(): Backend {
  return current;
}

/** For tests: answers from memory. A command that is not given rejects by name. */
export function replaceBackend(fake: Partial<Backend>): void {
  current = new Proxy(fake as Backend, {
    get: (target, name: keyof Backend) =>
      target[name] ??
      (() => Promise.reject(failure(`The test gave no answer for ${String(name)}.`))),
  });
}
