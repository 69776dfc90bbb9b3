import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The browser that the system has; none is downloaded. */
export function chromium(path: string): string {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const found = path
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
  if (found === undefined) {
    throw new Error("Chromium was not found on the PATH. Install it, or run `make setup`.");
  }
  return found;
}
