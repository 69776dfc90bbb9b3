/** The only door to the commands: reads, writes, events and the types of the answers. */

export type * from "@/bindings";
export { askAgainAfter, setAnswering, useAnswering } from "./answering";
export { type Backend, backend, CommandFailure, failure, replaceBackend } from "./commands";
export { answerTo, setAsker, type Unconfirmed } from "./confirming";
export { useDeskEvents } from "./events";
export { setLive, setPace, setReading, useLive } from "./live";
export * as reads from "./queries";
export { useMenuBar, useOpenedLinks } from "./shell";
export { useConnection } from "./useConnection";
export { useSettings } from "./useSettings";
export { invalidate, useWrite, type WriteName } from "./writes";
