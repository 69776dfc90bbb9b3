/** What the address of the tenants says. */
export interface TenantsSearch {
  /** The tenant whose policy is in the sheet; `new` makes one. */
  edit?: string;
}

export function readTenantsSearch(raw: Record<string, unknown>): TenantsSearch {
  return { edit: typeof raw.edit === "string" && raw.edit !== "" ? raw.edit : undefined };
}
