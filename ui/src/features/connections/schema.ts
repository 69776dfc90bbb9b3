import type { SchemaState } from "@/backend";

/** The schema found, in words. */
export function schemaWords(schema: SchemaState): string {
  switch (schema.kind) {
    case "current":
      return "current";
    case "empty":
      return "empty, not set up yet";
    case "older":
      return `${schema.found}, this app expects ${schema.expected}`;
    case "newer":
      return `${schema.found}, newer than this app, which knows ${schema.expected}`;
  }
}
