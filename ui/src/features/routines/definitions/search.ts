/** What the address of the definitions says. */
export interface DefinitionsSearch {
  tenant?: string;
  /** The definition in the sheet; `new` makes one. */
  edit?: string;
  /** The definition that is about to be tested. */
  test?: string;
}

export function readDefinitionsSearch(raw: Record<string, unknown>): DefinitionsSearch {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return { tenant: text(raw.tenant), edit: text(raw.edit), test: text(raw.test) };
}
