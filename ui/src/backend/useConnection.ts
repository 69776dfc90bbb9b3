import { useQuery } from "@tanstack/react-query";
import { useAnswering } from "./answering";
import * as reads from "./queries";

/** The open connection as actions see it: its name, and what it holds back. */
export function useConnection() {
  const { data } = useQuery(reads.appStatus());
  const name = data?.connection?.name ?? "this connection";
  const protection = data?.connection?.protection;
  const answering = useAnswering();
  return {
    name,
    asksFirst: protection === "confirm",
    /** Why nothing can be changed now. */
    readOnlyReason: !answering
      ? `${name} is not answering. Changes are held back until it does.`
      : protection === "read_only"
        ? `${name} is read-only. Change it in Connections.`
        : undefined,
  };
}
