/** What passes by while a list is read: typed words, the row under the cursor, what is asked once. */
const PASSING = ["q", "sel", "ask"];

/**
 * Whether a change of a list's address takes the place of the entry before. A filter that was chosen
 * is an entry of its own: Back leads to the list as it was.
 */
export function replacesEntry(part: object): boolean {
  const changed = Object.entries(part).filter(([key]) => !PASSING.includes(key));
  return changed.length === 0;
}
