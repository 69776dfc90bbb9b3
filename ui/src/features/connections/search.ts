import type { ProfilePlace } from "@/backend";

/** The sheet of a new connection is part of the address: Back closes it. */
export interface ConnectionsSearch {
  new?: ProfilePlace["engine"];
}

export function readSearch(search: Record<string, unknown>): ConnectionsSearch {
  const asked = search.new;
  return asked === "sqlite" || asked === "postgres" ? { new: asked } : {};
}
