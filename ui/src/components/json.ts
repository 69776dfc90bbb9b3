/**
 * JSON as text: checked without ever turning a number into a double, so that 9007199254740993
 * and 4.50 stay as they were written.
 */

export type JsonNode =
  | { kind: "object"; members: { key: string; value: JsonNode }[] }
  | { kind: "array"; items: JsonNode[] }
  /** `text` is the source, quotes included. Keys are source text too. */
  | { kind: "string" | "number" | "word"; text: string };

export interface JsonProblem {
  message: string;
  /** Both count from one. */
  line: number;
  column: number;
}

export type JsonResult = { ok: true; root: JsonNode } | { ok: false; problem: JsonProblem };

const STRING = /"(?:[^"\\\p{Cc}]|\x7f|[\x80-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /(?:true|false|null)\b/y;
const SPACE = /[ \t\n\r]*/y;
/** Deeper nesting is refused rather than exhausting the stack. */
const DEPTH_LIMIT = 200;

class Stop extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export function parseJson(text: string): JsonResult {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return null;
    at += found.length;
    return found;
  };
  const next = (): string => {
    take(SPACE);
    return text.charAt(at);
  };
  const expect = (mark: string, where: string) => {
    if (next() !== mark) throw new Stop(at, `A "${mark}" is missing ${where}.`);
    at += 1;
  };

  function list<Part>(close: string, where: string, part: () => Part): Part[] {
    at += 1;
    const parts: Part[] = [];
    if (next() === close) {
      at += 1;
      return parts;
    }
    for (;;) {
      parts.push(part());
      if (next() === ",") {
        at += 1;
        if (next() === close) throw new Stop(at, `A comma stands before "${close}".`);
        continue;
      }
      expect(close, where);
      return parts;
    }
  }

  function value(depth: number): JsonNode {
    if (depth > DEPTH_LIMIT) throw new Stop(at, `It is nested deeper than ${DEPTH_LIMIT} levels.`);
    const first = next();
    if (first === "{") {
      const members = list("}", "after this member", () => {
        next();
        const key = take(STRING);
        if (key === null) throw new Stop(at, "A name in double quotes is expected here.");
        expect(":", `after ${key}`);
        return { key, value: value(depth + 1) };
      });
      return { kind: "object", members };
    }
    if (first === "[") {
      return { kind: "array", items: list("]", "after this item", () => value(depth + 1)) };
    }
    const string = take(STRING);
    if (string !== null) return { kind: "string", text: string };
    const number = take(NUMBER);
    if (number !== null) return { kind: "number", text: number };
    const word = take(WORD);
    if (word !== null) return { kind: "word", text: word };
    if (first === '"') throw new Stop(at, "This text is not closed, or holds a raw control sign.");
    throw new Stop(at, first === "" ? "The text ends too early." : "A value is expected here.");
  }

  try {
    const root = value(0);
    if (next() !== "") throw new Stop(at, "Something follows after the end of the value.");
    return { ok: true, root };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const before = text.slice(0, error.at).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    return { ok: false, problem: { message: error.message, line: before.length, column } };
  }
}
