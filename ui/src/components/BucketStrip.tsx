import styles from "./BucketStrip.module.css";
import { count } from "./time";

/** What became of an occurrence, in the order in which it is counted. */
export const bucketWords = {
  fired: "fired",
  skipped: "skipped",
  missed: "missed",
  schedule_failed: "schedule-failed",
  abandoned: "lost its worker",
  open: "open",
  lost: "lost",
  doubled: "doubled",
} as const;

type Bucket = keyof typeof bucketWords;
type Tally = Record<Bucket, number>;

export const buckets = Object.keys(bucketWords) as Bucket[];

/** "17 fired", for each bucket that holds something. */
export function tallyParts(tally: Tally, among: readonly Bucket[] = buckets): string[] {
  return among
    .filter((bucket) => tally[bucket] > 0)
    .map((bucket) => `${count(tally[bucket])} ${bucketWords[bucket]}`);
}

export function told(tally: Tally): string {
  return tallyParts(tally).join(", ") || "nothing due";
}

interface BucketStripProps {
  /** Equal parts of a window; each shows the worst of its occurrences. */
  strip: readonly (Bucket | null)[];
  label: string;
  /** Takes the width that there is, instead of some pixels for each part. */
  wide?: boolean;
}

export function BucketStrip({ strip, label, wide }: BucketStripProps) {
  return (
    <span role="img" aria-label={label} className={styles.strip} data-wide={wide || undefined}>
      {strip.map((bucket, place) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a part of the window is its place
          key={place}
          data-bucket={bucket ?? "none"}
          title={bucket ? bucketWords[bucket] : undefined}
        />
      ))}
    </span>
  );
}
