import { mockIPC } from "@tauri-apps/api/mocks";
import { replaceBackend } from "@/backend";
import { desk } from "./desk";

/** The product's own start, with answers from memory in place of the bridge to Rust. */

mockIPC(() => null, { shouldMockEvents: true });
replaceBackend(desk);
await import("../src/main");
