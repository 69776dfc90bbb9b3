/**
 * JSON as text: checked, laid out again and masked without ever turning a number into a double,
 * so that 9007199254740993 and 4.50 stay as they were written.
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

/** Values under such keys are masked on screen, in copy and in reports. */
const SECRET = /password|secret|token|key|authorization/i;

function isSecretKey(key: string): boolean {
  return SECRET.test(key);
}

const MASK = '"••••••"';

/** The same value with everything under a secret key replaced. */
export function maskSecrets(node: JsonNode): JsonNode {
  if (node.kind === "array") return { kind: "array", items: node.items.map(maskSecrets) };
  if (node.kind !== "object") return node;
  const members = node.members.map(({ key, value }) => ({
    key,
    value: isSecretKey(spelledKey(key))
      ? ({ kind: "string", text: MASK } as const)
      : maskSecrets(value),
  }));
  return { kind: "object", members };
}

/** A key written with escapes still counts by what it spells. */
function spelledKey(key: string): string {
  return JSON.parse(key) as string;
}

export type Piece = { kind: "key" | "string" | "number" | "word" | "mark"; text: string };

/** Lines of coloured pieces, two spaces a level; empty lists and objects stay on one line. */
export function layOut(node: JsonNode): Piece[][] {
  const lines: Piece[][] = [[]];
  const put = (kind: Piece["kind"], text: string) => lines.at(-1)?.push({ kind, text });
  const row = (depth: number) => {
    lines.push([]);
    if (depth > 0) put("mark", "  ".repeat(depth));
  };
  const block = (open: string, close: string, size: number, depth: number, at: Visit) => {
    put("mark", open);
    for (let index = 0; index < size; index += 1) {
      row(depth + 1);
      at(index);
      if (index < size - 1) put("mark", ",");
    }
    if (size > 0) row(depth);
    put("mark", close);
  };
  const visit = (part: JsonNode, depth: number): void => {
    if (part.kind === "object") {
      block("{", "}", part.members.length, depth, (index) => {
        const member = part.members[index];
        if (member === undefined) return;
        put("key", member.key);
        put("mark", ": ");
        visit(member.value, depth + 1);
      });
    } else if (part.kind === "array") {
      block("[", "]", part.items.length, depth, (index) => {
        const item = part.items[index];
        if (item !== undefined) visit(item, depth + 1);
      });
    } else put(part.kind, part.text);
  };
  visit(node, 0);
  return lines;
}

type Visit = (index: number) => void;

/** Text to copy or to report: laid out and masked; text that is no JSON is returned as it is. */
export function maskedText(text: string): string {
  const parsed = parseJson(text);
  if (!parsed.ok) return text;
  return layOut(maskSecrets(parsed.root))
    .map((line) => line.map((piece) => piece.text).join(""))
    .join("\n");
}
