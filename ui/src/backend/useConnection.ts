import { useQuery } from "@tanstack/react-query";
import * as reads from "./queries";

/** The open connection as actions see it: its name, and what it holds back. */
export function useConnection() {
  const { data } = useQuery(reads.appStatus());
  const name = data?.connection?.name ?? "this connection";
  const protection = data?.connection?.protection;
  return {
    name,
    asksFirst: protection === "confirm",
    readOnlyReason:
      protection === "read_only" ? `${name} is read-only. Change it in Connections.` : undefined,
  };
}
