import { AbsoluteTime } from "./Time";

/** A piece of a sentence from Rust: words, or an instant that each reader sees in a zone of his own. */
type Phrase = { words?: string | undefined; at?: string | undefined };

/** Sentences whose times are still to be written out. */
export function Sentences({ of }: { of: readonly (readonly Phrase[])[] }) {
  return (
    <>
      {of.map((sentence, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no other identity
        <p key={number}>
          {sentence.map((phrase, place) =>
            phrase.at === undefined ? (
              phrase.words
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor has a phrase of it
              <AbsoluteTime key={place} at={phrase.at} seconds />
            ),
          )}
        </p>
      ))}
    </>
  );
}
