import { type JsonNode, parseJson } from "./json";

/** How JSON looks: masked, laid out in lines, coloured. Works on source text only. */

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

/** The text as it was written, as long as nothing in it has to be masked. */
export function rawText(text: string): string {
  const parsed = parseJson(text);
  if (!parsed.ok) return text;
  const masked = maskedText(text);
  const whole = layOut(parsed.root).map((line) => line.map((piece) => piece.text).join(""));
  return masked === whole.join("\n") ? text : masked;
}

const PIECES =
  /("(?:[^"\\\n]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)|[^"\dtfn-]+|[\s\S]/g;

/** Pieces of text as it stands, valid or not, for the editor. */
export function colour(text: string): Piece[] {
  return [...text.matchAll(PIECES)].flatMap(([all, string, colon, number, word]): Piece[] => {
    if (string !== undefined && colon !== undefined) {
      return [
        { kind: "key", text: string },
        { kind: "mark", text: colon },
      ];
    }
    if (string !== undefined) return [{ kind: "string", text: string }];
    if (number !== undefined) return [{ kind: "number", text: number }];
    if (word !== undefined) return [{ kind: "word", text: word }];
    return [{ kind: "mark", text: all }];
  });
}
