import { useQuery } from "@tanstack/react-query";
import type { Asks, ChangeKind } from "@/bindings";
import { useAnswering } from "./answering";
import { answerTo } from "./confirming";
import * as reads from "./queries";

/** The open connection as actions see it: its name, what it holds back, and what it asks first. */
export function useConnection() {
  const { data } = useQuery(reads.appStatus());
  const connection = data?.connection;
  const name = connection?.name ?? "this connection";
  const answering = useAnswering();
  const asks = (kind: ChangeKind): Asks =>
    connection?.asked.find((cell) => cell.kind === kind)?.asks ?? "nothing";
  return {
    name,
    asks,
    /** Of so many at once, or of all that match. */
    asksOfMany: (count: number | "all"): Asks =>
      asks(count === "all" || count > (connection?.few ?? 0) ? "bulk_many" : "bulk_few"),
    asksFirst: asks("one") === "dialog",
    /** What a dialog about one thing has confirmed, to be sent along with the change. */
    confirmed: (kind: ChangeKind = "one") => answerTo(asks(kind)),
    /** Why nothing can be changed now. */
    readOnlyReason: !answering
      ? `${name} is not answering. Changes are held back until it does.`
      : connection?.protection === "read_only"
        ? `${name} is read-only. Change it in Connections.`
        : undefined,
  };
}
